import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compare } from "../src/compare.js";
import type { Json, JsonObject } from "../src/json.js";
import { readVectors } from "../src/read-vectors.js";
import { runScenario } from "../src/run-scenario.js";
import { runVectors } from "../src/run-vectors.js";
import type { Scenario } from "../src/scenario.js";
import { altered, leaves } from "./altered.js";

const scenarios = await readVectors(fileURLToPath(new URL("../data", import.meta.url)));

const isBound = ({ expected }: Scenario) => expected.schedulerSensitive === undefined;

test("each vector fails, with a pointer to the place, when one value of its expectation is altered", async () => {
  const controls = scenarios.filter(isBound).map((scenario, number) => {
    const places = leaves(scenario.expected);
    const place = places[(number * 7) % places.length] ?? [];
    return { place, scenario: { ...scenario, expected: altered(scenario.expected, place) as JsonObject } };
  });
  const verdicts = await runVectors(
    controls.map(({ scenario }) => scenario),
    runScenario,
  );
  const unnoticed = verdicts.filter(({ status, pointer }, index) => {
    return status !== "failed" || !pointer?.startsWith(`/${controls[index]?.place.join("/")}`);
  });
  expect(unnoticed).toEqual([]);
  expect(verdicts.length).toBeGreaterThan(300);
}, 30_000);

test("no alteration of any expectation compares as equal", () => {
  for (const { id, expected } of scenarios) {
    for (const place of leaves(expected)) {
      const pointers = compare(altered(expected, place), expected as Json).map(({ pointer }) => pointer);
      expect(pointers, id).toHaveLength(1);
    }
  }
});
