import { verifies } from "@acta/requirements";
import { describe, expect, test, vi } from "vitest";
import { anything, toolOf } from "../test/tool.js";
import { FunctionCalling } from "./function-calling.js";
import { withProcessors } from "./processors.js";
import type { Tool } from "./tool.js";

describe("withProcessors", () => {
  const named = (name: string) => Object.assign(() => undefined, { toString: () => name });
  const [a, b, c, d] = [named("a"), named("b"), named("c"), named("d")];

  test("those for every tool come before the tool's own, in every table", verifies("D5.chain"), () => {
    const table = { echo: [b], "*": [a], other: [c] };
    expect(withProcessors(toolOf(), { security: table, pre: table, post: table }).processors).toEqual({
      security: [a, b],
      pre: [a, b],
      post: [a, b],
    });
  });

  test("an outer agent's are around the inner ones", verifies("D5.chain"), () => {
    const inner = withProcessors(toolOf(), { security: { "*": [a] }, pre: { "*": [a] }, post: { "*": [a] } });
    expect(withProcessors(inner, { security: { "*": [b] }, pre: { "*": [c] }, post: { "*": [d] } }).processors).toEqual({
      security: [b, a],
      pre: [c, a],
      post: [a, d],
    });
  });

  test("no table is no processor", () => {
    expect(withProcessors(toolOf(), {}).processors).toEqual({ security: [], pre: [], post: [] });
  });

  test("names are own keys", () => {
    expect(withProcessors(toolOf({ name: "constructor" }), { pre: { "*": [a] } }).processors?.pre).toEqual([a]);
    expect(withProcessors(toolOf(), { pre: Object.create({ echo: [a], "*": [b] }) }).processors?.pre).toEqual([]);
  });

  test("a tool that is named * has those for every tool once", () => {
    expect(withProcessors(toolOf({ name: "*" }), { pre: { "*": [a] } }).processors?.pre).toEqual([a]);
  });

  test("the tool itself stays as it is", () => {
    const tool = toolOf();
    const copy = withProcessors(tool, { pre: { "*": [a] } });
    expect(copy).not.toBe(tool);
    expect(tool.processors).toBeUndefined();
    expect(Object.keys(copy).sort()).toEqual([...Object.keys(tool), "processors"].sort());
    expect(copy).toMatchObject({ name: tool.name, description: tool.description, input: tool.input });
  });

  test("a tool may be an instance of a class, private fields included", async () => {
    class Counter implements Tool {
      readonly name = "count";
      readonly description = "Counts.";
      readonly input = anything;
      #count = 0;

      run() {
        this.#count++;
        return { count: this.#count };
      }
      preprocess() {
        return this.#count < 0 ? {} : undefined;
      }
      postprocess(output: unknown) {
        return this.#count > 0 ? output : undefined;
      }
      isFailure() {
        return this.#count > 1;
      }
      lock() {
        return `count ${this.#count}`;
      }
      reconcile() {
        return this.#count > 0 ? ("done" as const) : ("not_done" as const);
      }
    }
    const tool = withProcessors(new Counter(), { pre: { "*": [a] } });
    expect(tool).toBeInstanceOf(Counter);
    expect([tool.lock(), tool.reconcile()]).toEqual(["count 0", "not_done"]);
    expect(await new FunctionCalling({ tool, arguments: {} }).invoke()).toMatchObject({ status: "completed", response: { count: 1 } });
    expect(await new FunctionCalling({ tool, arguments: {} }).invoke()).toMatchObject({ status: "failed", response: { count: 2 } });
  });

  test("run called directly bypasses everything", verifies("D5.callable"), () => {
    const processor = vi.fn(() => ({ a: 2 }));
    const policy = vi.fn(() => false);
    const validate = vi.fn();
    const tool = withProcessors(
      toolOf({
        input: { "~standard": { version: 1, vendor: "test", validate } },
        policy,
        strict: true,
        preprocess: processor,
        postprocess: processor,
      }),
      { security: { "*": [processor] }, pre: { "*": [processor] }, post: { "*": [processor] } },
    );
    const input = { not: "validated" };
    expect(tool.run(input, { callId: "x", idempotencyKey: "x", attempt: 1, signal: new AbortController().signal })).toBe(input);
    for (const bypassed of [processor, policy, validate]) expect(bypassed).not.toHaveBeenCalled();
  });
});
