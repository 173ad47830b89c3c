import { describe, expect, test, vi } from "vitest";
import { toolOf } from "../test/tool.js";
import { type ExecutorCall, inline } from "./executor.js";
import { watched } from "./watched.js";

let now = 0;
const monotonic = () => now;
const works = (milliseconds: number) => () => {
  now += milliseconds;
  return "done";
};

function callOf(run: () => unknown): ExecutorCall {
  const { signal } = new AbortController();
  return { tool: toolOf({ name: "slow", run }), arguments: {}, callId: "c", idempotencyKey: "c", attempt: 1, signal, progress: () => {} };
}

describe("watched", () => {
  test("reports a tool that keeps the loop longer than the limit, and answers for it", () => {
    const onStall = vi.fn();
    const executor = watched(inline, { limitMs: 50, onStall, monotonic });
    expect(executor.execute(callOf(works(51)))).toEqual({ kind: "returned", output: "done" });
    expect(onStall).toHaveBeenCalledExactlyOnceWith({ tool: "slow", callId: "c", blockedMs: 51 });
  });

  test("says nothing of a tool that keeps within it", () => {
    const onStall = vi.fn();
    void watched(inline, { limitMs: 50, onStall, monotonic }).execute(callOf(works(50)));
    expect(onStall).not.toHaveBeenCalled();
  });

  test("counts what an async tool does before its first await, and not the waiting", async () => {
    const onStall = vi.fn();
    const executor = watched(inline, { limitMs: 50, onStall, monotonic });
    const waits = async () => {
      works(60)();
      await undefined;
      works(1_000)();
    };
    await executor.execute(callOf(waits));
    expect(onStall.mock.calls).toEqual([[{ tool: "slow", callId: "c", blockedMs: 60 }]]);
  });

  test("reports a tool that throws, and an executor that does", () => {
    const onStall = vi.fn();
    const fails = () => {
      now += 70;
      throw new Error("no");
    };
    expect(watched(inline, { limitMs: 50, onStall, monotonic }).execute(callOf(fails))).toMatchObject({ kind: "threw" });
    expect(() => watched({ ...inline, execute: fails }, { limitMs: 50, onStall, monotonic }).execute(callOf(fails))).toThrow("no");
    expect(onStall).toHaveBeenCalledTimes(2);
  });

  test("is not harmed by whoever listens", () => {
    const onStall = () => {
      throw new Error("deaf");
    };
    expect(watched(inline, { limitMs: 50, onStall, monotonic }).execute(callOf(works(51)))).toMatchObject({ kind: "returned" });
  });

  test("is otherwise the executor that it watches", async () => {
    const close = vi.fn();
    const executor = watched({ ...inline, name: "mine", close }, { limitMs: 50, onStall: () => {}, monotonic });
    expect(executor).toMatchObject({ name: "mine", capabilities: inline.capabilities });
    await executor.close?.();
    expect(close).toHaveBeenCalledOnce();
    expect(() => watched(inline, { limitMs: 50, onStall: () => {} }).close?.()).not.toThrow();
  });

  test("keeps what the executor has for recovery, and has nothing else", async () => {
    const keeper = { ...inline, attach: vi.fn(() => ({ kind: "returned" as const, output: 2 })), acknowledge: vi.fn() };
    const options = { limitMs: 50, onStall: () => {}, monotonic };
    const executor = watched(keeper, options);
    const attempt = { callId: "c", attempt: 1 };
    const { signal } = new AbortController();
    expect(await executor.attach?.(attempt, { signal })).toEqual({ kind: "returned", output: 2 });
    await executor.acknowledge?.(attempt);
    expect(keeper.attach).toHaveBeenCalledExactlyOnceWith(attempt, { signal });
    expect(keeper.acknowledge).toHaveBeenCalledExactlyOnceWith(attempt);
    expect(watched(inline, options)).not.toHaveProperty("attach");
  });

  test("has a clock of its own", () => {
    const onStall = vi.fn();
    void watched(inline, { limitMs: -1, onStall }).execute(callOf(() => 1));
    expect(onStall).toHaveBeenCalledOnce();
  });
});

test("what recovery asks for is handed on, where the executor has it", async () => {
  class Keeper {
    readonly #kept = { kind: "returned", output: 7 } as const;
    readonly name = "keeper";
    readonly capabilities = inline.capabilities;
    execute = inline.execute;
    attach() {
      return this.#kept;
    }
    acknowledge() {
      return this.#kept.output;
    }
  }
  const attempt = { callId: "c", attempt: 1 };
  const options = { limitMs: 1, onStall: () => {} };
  const keeper = watched(new Keeper(), options);
  expect(await keeper.attach?.(attempt, { signal: new AbortController().signal })).toEqual({ kind: "returned", output: 7 });
  expect(await keeper.acknowledge?.(attempt)).toBe(7);
  expect(Object.keys(watched(inline, options))).not.toContain("attach");
});
