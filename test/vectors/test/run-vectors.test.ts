import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../src/json.js";
import { runVectors } from "../src/run-vectors.js";
import { failed, passed } from "../src/verdict.js";

interface Named {
  readonly id: string;
  readonly given: Json;
  readonly when: JsonObject;
}

const named = (id: string, when: Named["when"] = {}): Named => ({ id, given: null, when });

/** Fails so often, then passes. */
function flaky(failures: number) {
  const runs: string[] = [];
  const run = async ({ id }: Named) => {
    runs.push(id);
    return runs.length > failures ? passed(id) : failed(id, "late");
  };
  return { runs, run };
}

test.each<Named>([
  named("measure", { measure: null }),
  named("ticker", { ticker: null }),
  named("spacing", { spacing_ms: null }),
  named("cancel", { cancel_after_ms: null }),
  named("timeout", { call_params: { retry_timeout: 1 } }),
  named("step", { steps: [{ invoke_cancelled_after_ms: 1 }] }),
])("a vector that depends on time, by $id, runs at most three times", async (vector) => {
  const once = flaky(2);
  expect(await runVectors([vector], once.run)).toEqual([passed(vector.id)]);
  expect(once.runs).toHaveLength(3);
  const always = flaky(9);
  expect(await runVectors([vector], always.run)).toEqual([failed(vector.id, "late")]);
  expect(always.runs).toHaveLength(3);
});

describe("any other vector", () => {
  test("runs once", async () => {
    const { runs, run } = flaky(1);
    expect(await runVectors([named("a", { call_params: null })], run)).toEqual([failed("a", "late")]);
    expect(runs).toHaveLength(1);
  });

  test("runs beside others, before those that have to be alone", async () => {
    const { runs, run } = flaky(0);
    const verdicts = await runVectors([named("alone", { ticker: null }), named("a"), named("b")], run);
    expect(runs).toEqual(["a", "b", "alone"]);
    expect(verdicts.map(({ id }) => id)).toEqual(["alone", "a", "b"]);
  });
});
