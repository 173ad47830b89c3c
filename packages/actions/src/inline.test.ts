import { noUnhandledRejections, promiseWith, thenableOf } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { toolOf } from "../test/tool.js";
import { NotExecuted } from "./errors.js";
import type { ExecutorCall } from "./executor.js";
import { inline } from "./inline.js";
import type { Tool } from "./tool.js";

noUnhandledRejections();

const problem = new Error("no");
const thrower = () => {
  throw problem;
};
const threw = { kind: "threw", error: problem, executed: "yes" };

function callOf(run: Tool["run"], more: Partial<ExecutorCall> = {}): ExecutorCall {
  const { signal } = new AbortController();
  return { tool: toolOf({ run }), arguments: { a: 1 }, callId: "c", idempotencyKey: "c", attempt: 1, signal, progress: () => {}, ...more };
}

describe("inline", () => {
  test("says what it can do, and cannot be changed", () => {
    expect(inline).toMatchObject({ name: "inline", capabilities: { offLoop: false, killable: false, remote: false } });
    expect(Object.isFrozen(inline) && Object.isFrozen(inline.capabilities)).toBe(true);
  });

  test("answers at once when the tool does", () => {
    expect(inline.execute(callOf((input) => input))).toEqual({ kind: "returned", output: { a: 1 } });
    expect(inline.execute(callOf(thrower))).toEqual(threw);
  });

  test("awaits promises and thenables", async () => {
    expect(await inline.execute(callOf(async () => 5))).toEqual({ kind: "returned", output: 5 });
    expect(await inline.execute(callOf(async () => thrower()))).toEqual(threw);
    expect(await inline.execute(callOf(thenableOf(() => (settle: (value: unknown) => void) => settle(5))))).toEqual({
      kind: "returned",
      output: 5,
    });
  });

  test.each([
    ["a `then` that throws when it is called", thenableOf(() => thrower)],
    ["a `then` that throws when it is read", thenableOf(thrower)],
    ["a promise that throws when it is read", () => promiseWith("constructor", { get: thrower })],
    ["a promise whose `then` is replaced", () => promiseWith("then", { value: thrower })],
  ])("never throws for %s", async (_, run) => {
    expect(await inline.execute(callOf(run))).toEqual(threw);
  });

  test("a promise whose `then` answers nothing is awaited all the same", async () => {
    const answer = inline.execute(callOf(() => promiseWith("then", { value: (yes: (value: number) => void) => yes(5) })));
    expect(answer).toBeInstanceOf(Promise);
    expect(await answer).toEqual({ kind: "returned", output: 5 });
  });

  test("believes a tool that is certain that nothing happened", async () => {
    const error = new NotExecuted("offline");
    const run = () => {
      throw error;
    };
    expect(inline.execute(callOf(run))).toEqual({ kind: "threw", error, executed: "no" });
    expect(await inline.execute(callOf(async () => run()))).toEqual({ kind: "threw", error, executed: "no" });
  });

  test("hands the tool its input and its call", () => {
    const run = vi.fn();
    const call = callOf(run);
    void inline.execute(call);
    expect(run).toHaveBeenCalledExactlyOnceWith(call.arguments, call);
  });
});

describe("generators", () => {
  test("are driven to the value that they return, a promise of it included", async () => {
    const progress = vi.fn();
    const run = function* () {
      yield "a";
      yield "b";
      return Promise.resolve("done");
    };
    expect(await inline.execute(callOf(run, { progress }))).toEqual({ kind: "returned", output: "done" });
    expect(progress.mock.calls).toEqual([["a"], ["b"]]);
  });

  test("that throw, threw", async () => {
    const run = async function* () {
      yield 1;
      thrower();
    };
    expect(await inline.execute(callOf(run))).toEqual(threw);
  });

  test("without a step read no signal", async () => {
    const signal = vi.fn();
    const call = Object.defineProperty(
      callOf(async function* () {
        yield* [];
        return 5;
      }),
      "signal",
      { get: signal },
    );
    expect(await inline.execute(call)).toEqual({ kind: "returned", output: 5 });
    expect(signal).not.toHaveBeenCalled();
  });

  test("are closed at the step after the abort", async () => {
    const controller = new AbortController();
    const steps: string[] = [];
    const run = function* () {
      try {
        yield steps.push("first");
        yield steps.push("second");
        return steps.push("third");
      } finally {
        steps.push("closed");
      }
    };
    const progress = () => {
      if (steps.length === 2) controller.abort(problem);
    };
    expect(await inline.execute(callOf(run, { signal: controller.signal, progress }))).toEqual(threw);
    expect(steps).toEqual(["first", "second", "closed"]);
  });

  test("may be without a `return`", async () => {
    const stepper = { next: () => ({ done: false, value: 1 }), throw: thrower, [Symbol.iterator]: () => stepper };
    expect(await inline.execute(callOf(() => stepper, { signal: AbortSignal.abort(problem) }))).toEqual(threw);
  });

  test.each([
    ["an array", [1]],
    ["an iterator of an array", [1].values()],
    ["a map", new Map()],
    ["an object with a next of its own", { next: () => 1, throw: () => 2 }],
    ["null", null],
    ["a function", () => 1],
  ])("%s is none", (_, output) => {
    const result = inline.execute(callOf(() => output));
    expect(result).toHaveProperty("kind", "returned");
    expect("output" in result && result.output).toBe(output);
  });
});
