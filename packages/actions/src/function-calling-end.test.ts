import type { LateResult } from "@acta/event";
import type { JsonObject } from "@acta/governance";
import { deferred, flush, noUnhandledRejections } from "@acta/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { calling } from "../test/calling.js";
import type { FunctionCalling } from "./function-calling.js";

noUnhandledRejections();
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const reason = new Error("enough");

/** The two ways in which a call ends before its tool has answered. */
const ends = [
  {
    name: "abort",
    status: "cancelled",
    end: async (event: FunctionCalling) => {
      const controller = new AbortController();
      const ended = event.invoke({ signal: controller.signal });
      controller.abort(reason);
      await expect(ended).rejects.toBe(reason);
    },
  },
  {
    name: "deadline",
    status: "aborted",
    end: async (event: FunctionCalling) => {
      const ended = event.invoke({ timeoutMs: 5 });
      await vi.advanceTimersByTimeAsync(5);
      await ended;
    },
  },
] as const;

describe.each(ends)("after the $name", ({ status, end }) => {
  test("while a processor works, the tool never starts, and nobody is told what came late", async () => {
    const { promise, resolve } = deferred<{ a: number }>();
    const run = vi.fn();
    const onLate = vi.fn();
    const event = calling({ run, preprocess: () => promise }, { a: 1 }, { onLate });
    await end(event);
    resolve({ a: 2 });
    await flush();
    expect(run).not.toHaveBeenCalled();
    expect(onLate).not.toHaveBeenCalled();
    expect(event).toMatchObject({ status, executed: "no", arguments: { a: 1 } });
  });

  test("while it is admitted, the tool never starts, and the arguments stay", async () => {
    const { promise, resolve } = deferred<JsonObject>();
    const run = vi.fn();
    const onLate = vi.fn();
    const event = calling({ run }, { a: 1 }, { admit: () => promise, onLate });
    await end(event);
    resolve({ a: 2 });
    await flush();
    expect(run).not.toHaveBeenCalled();
    expect(onLate).not.toHaveBeenCalled();
    expect(event).toMatchObject({ status, executed: "no", phase: "admit", arguments: { a: 1 } });
    expect(event.execution.response).toBeNull();
  });

  test("while the tool works, its result is told as late and changes nothing", async () => {
    const { promise, resolve } = deferred<unknown>();
    const onLate = vi.fn<(result: LateResult) => void>();
    const event = calling({ run: () => promise, isFailure: () => true, postprocess: (output) => output }, {}, { onLate });
    await end(event);
    const before = event.toJSON();
    expect(event).toMatchObject({ status, executed: "unknown", phase: "run" });
    resolve("late");
    await flush();
    expect(event.toJSON()).toEqual(before);
    expect(event).toMatchObject({ status, executed: "unknown", phase: "run" });
    expect(onLate).toHaveBeenCalledExactlyOnceWith({ kind: "threw", error: expect.objectContaining({ code: "declared_failure" }) });
  });

  test.each([
    ["an output", (late: ReturnType<typeof deferred<unknown>>) => late.resolve(5), { kind: "returned", value: 5 }],
    ["an error", (late: ReturnType<typeof deferred<unknown>>) => late.reject(reason), { kind: "threw", error: reason }],
  ])("%s that comes late reaches onLate, even one that throws", async (_, settle, told) => {
    const late = deferred<unknown>();
    const onLate = vi.fn(() => {
      throw new Error("broken");
    });
    const event = calling({ run: () => late.promise }, {}, { onLate });
    await end(event);
    settle(late);
    await flush();
    expect(onLate).toHaveBeenCalledExactlyOnceWith(told);
    expect(event).toMatchObject({ status, executed: "unknown" });
  });

  test("the tool's signal is aborted, if somebody reads it", async () => {
    const { promise, resolve } = deferred<void>();
    let aborted: boolean | undefined;
    const event = calling({
      run: async (_input, context) => {
        await promise;
        aborted = context.signal.aborted;
      },
    });
    await end(event);
    resolve();
    await flush();
    expect(aborted).toBe(true);
  });

  test("a generator is stopped at its next step, and may clean up", async () => {
    const step = deferred<void>();
    const order: string[] = [];
    const event = calling({
      async *run() {
        try {
          yield 1;
          await step.promise;
          yield 2;
          order.push("went on");
          return "done";
        } finally {
          order.push("cleaned up");
        }
      },
    });
    await end(event);
    step.resolve();
    await flush();
    expect(order).toEqual(["cleaned up"]);
    expect(event).toMatchObject({ status, executed: "unknown" });
  });
});

test("what came late nowhere is dropped where nobody wants to be told", async () => {
  const { promise, reject } = deferred<void>();
  const event = calling({ run: () => promise });
  const ended = event.invoke({ timeoutMs: 5 });
  await vi.advanceTimersByTimeAsync(5);
  await ended;
  reject(reason);
  await flush();
  expect(event).toMatchObject({ status: "aborted" });
});

test("an abort before the start keeps everything from starting", async () => {
  const preprocess = vi.fn();
  const event = calling({ preprocess });
  await expect(event.invoke({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(preprocess).not.toHaveBeenCalled();
  expect(event).toMatchObject({ status: "cancelled", executed: "no" });
});
