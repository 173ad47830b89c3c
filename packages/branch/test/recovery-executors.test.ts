import type { Tool } from "@acta/actions";
import type { Executor } from "@acta/actions/executor";
import { allow, type Gate } from "@acta/governance";
import { memoryJournal } from "@acta/journal/memory";
import { describe, expect, test, vi } from "vitest";
import { Branch, recover } from "../src/index.js";
import { kinds } from "./recovery-support.js";
import { ask, never, tool } from "./support.js";

describe("an executor that was required by a policy, and keeps what it was handed", () => {
  const required: Gate = () => allow({ obligations: { executor: "keeper", redact: ["token"], maxResultBytes: 60 } });
  const after = async (attach: NonNullable<Executor["attach"]>, tools: readonly Tool[] = [tool("t")]) => {
    const keeper: Executor = { name: "keeper", capabilities: { offLoop: true, killable: false, remote: true }, execute: never, attach };
    const journal = memoryJournal();
    const options = { policy: required, executors: [keeper], tools };
    void new Branch({ id: "b", journal, ...options, tools: [tool("t")] }).act([ask("t"), ask("t")]);
    await vi.waitFor(() => expect(journal.read("b").entries).toHaveLength(4));
    const recovered = await recover(journal, options);
    return {
      recovered,
      settled: journal.read("b").entries.filter(({ kind }) => kind === "call.settled"),
      left: journal.unsettled().entries,
    };
  };

  test("is asked what became of it, and what obliged the call holds for the answer", async () => {
    const output = { token: "secret", text: "x".repeat(100) };
    const { recovered, settled } = await after(() => ({ kind: "returned", output }));
    expect(kinds(recovered)).toEqual(["succeeded yes", "succeeded yes"]);
    const texts = JSON.stringify(settled);
    expect([texts.includes("secret"), texts.includes('"truncated":true'), texts.includes('"redact":["token"]')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("the answer is postprocessed by the tool itself, also where it is an instance of a class, and within its time", async () => {
    class Keeping {
      readonly name = "t";
      readonly description = "t";
      readonly input = tool("t").input;
      readonly timeoutMs = 20;
      #factor = 10;
      run() {
        return 1;
      }
      postprocess(output: number) {
        return output === 0 ? never() : output * this.#factor;
      }
      isFailure() {
        return this.#factor === 0;
      }
    }
    let next = 1;
    const { recovered } = await after(() => ({ kind: "returned", output: next-- }), [new Keeping()]);
    expect(kinds(recovered)).toEqual(["succeeded yes", "timed_out unknown"]);
    expect(recovered[0]?.output).toBe(10);
  });

  test.each([null, undefined, 1, "done", {}, []])("and answers %o: the calls are ambiguous, all of them", async (answer) => {
    const { recovered, left } = await after(() => answer as never);
    expect(kinds(recovered)).toEqual(["ambiguous unknown", "ambiguous unknown"]);
    expect(left).toEqual([]);
  });
});
