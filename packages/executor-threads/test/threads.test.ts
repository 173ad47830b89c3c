import type { ExecutorResult } from "@acta/actions/executor";
import type { JsonObject } from "@acta/governance";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { ThreadsError, type ThreadsExecutor, type ThreadsOptions, threadsExecutor } from "../src/index.js";
import { Marks, run } from "./call.js";

const marks = new Marks();
afterAll(() => marks.remove());

vi.setConfig({ testTimeout: 30_000 });

const opened: ThreadsExecutor[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((executor) => executor.close()));
});

const idle = { queued: 0, busy: 0, idle: 0, stuck: 0 };
const stopped = { kind: "stopped", confirmed: true, executed: "unknown" };
const returned = (output: unknown) => ({ kind: "returned", output });

describe.each([
  ["threads", {}],
  ["processes", { processes: true }],
])("%s", (_, kind: ThreadsOptions) => {
  const open = (options: ThreadsOptions = {}) => {
    const executor = threadsExecutor({ size: 2, exitTimeoutMs: 20_000, ...kind, ...options });
    opened.push(executor);
    return executor;
  };

  /** Starts a tool that marks a file, and aborts its call then. */
  async function aborted(executor: ThreadsExecutor, name: string, input = {}): Promise<{ result: ExecutorResult; file: string }> {
    const file = marks.file();
    const controller = new AbortController();
    const running = run(executor, name, { file, ...input }, { signal: controller.signal });
    await marks.first(file);
    controller.abort(new Error("enough"));
    return { result: await running, file };
  }

  test("starts nothing before the first call, and keeps what it started", async () => {
    const executor = open();
    expect(executor.load).toEqual(idle);
    expect(await run(executor, "echo", { a: 1 })).toEqual(returned({ a: 1 }));
    const [first, second] = [await run(executor, "place"), await run(executor, "place")];
    expect(first).toEqual(second);
  });

  test("runs a tool that is exported, with its own `this`", async () => {
    expect(await run(open(), "tool", { text: "hello" })).toEqual(returned("a tool says hello"));
  });

  test("says that nothing ran where there is no such tool", async () => {
    const executor = open();
    for (const name of ["notATool", "toString", "absent"]) {
      const result = await run(executor, name);
      expect(result).toMatchObject({ kind: "threw", executed: "no", error: { name: "ThreadsError", code: "tool_not_found" } });
      expect("error" in result && ThreadsError.isInstance(result.error)).toBe(true);
    }
  });

  test.each(["date", "nested", "proto", "accessor", "hole", "cycle", "nan"])("refuses to change an output: %s", async (what) => {
    const executor = open();
    expect(await run(executor, "gives", { what })).toMatchObject({ kind: "threw", executed: "yes", error: { code: "not_json" } });
    expect(await run(executor, "yields", { what })).toMatchObject({ kind: "threw", executed: "yes", error: { code: "not_json" } });
  });

  test("says where the output is no JSON, and takes an undefined property for absent", async () => {
    const executor = open();
    expect(await run(executor, "gives", { what: "nested" })).toMatchObject({
      error: { message: "JSON cannot carry a value of type function at /list/0/deep" },
    });
    expect(await run(executor, "gives", { what: "absent" })).toEqual(returned({ b: null }));
  });

  test("bounds what crosses", async () => {
    const executor = open({ maxLength: 1_000 });
    expect(await run(executor, "gives", { what: "long" })).toMatchObject({ kind: "threw", executed: "yes", error: { code: "too_large" } });
    expect(await run(executor, "echo", { text: "x".repeat(1_000) })).toMatchObject({
      kind: "threw",
      executed: "no",
      error: { code: "too_large" },
    });
    expect(await run(executor, "echo", { at: new Date(0) as never })).toMatchObject({
      kind: "threw",
      executed: "no",
      error: { code: "not_json" },
    });
  });

  test("gives what was thrown as it is, within bounds", async () => {
    const executor = open();
    const thrown = async (what: string) => {
      const result = await run(executor, "throws", { what });
      expect(result).toMatchObject({ kind: "threw", executed: "yes" });
      return "error" in result ? (result.error as Error) : undefined;
    };
    expect(await thrown("text")).toBe("just text");
    expect(await thrown("nothing")).toBeUndefined();
    expect(await thrown("null")).toBeNull();
    expect(await thrown("function")).toMatchObject({ code: "not_json" });
    expect(await thrown("hostile")).toMatchObject({ code: "not_json" });
    expect((await thrown("long"))?.message).toHaveLength(10_000);
    expect(await thrown("caused")).toMatchObject({ message: "outer", cause: { name: "TypeError", message: "inner", cause: "a text" } });
    expect((await thrown("caused"))?.stack).toContain("tools.mjs");
    expect(await thrown("circular")).toMatchObject({ message: "round" });
  });

  test.each(["exits", "exitsLater"])("a tool that %s its own process is lost, and only that call", async (name) => {
    const executor = open();
    const result = await run(executor, name, { code: 7 });
    expect(result).toEqual({ kind: "lost", reason: "it ended with exit code 7" });
    expect(await run(executor, "echo")).toEqual(returned({}));
  });

  test.each([
    ["stray", "nobody catches this"],
    ["strayRejection", "nobody awaits this"],
  ])("%s: an error that nobody catches loses the call, and says which it was", async (name, message) => {
    const executor = open();
    expect(await run(executor, name)).toEqual({ kind: "lost", reason: `an error that nobody caught ended it: Error: ${message}` });
    expect(await run(executor, "echo")).toEqual(returned({}));
  });

  test("what fails after its answer is not used again", async () => {
    const executor = open({ size: 1 });
    const before = await run(executor, "place");
    expect(await run(executor, "failsAfterwards")).toEqual(returned("returned"));
    const after = await run(executor, "place");
    expect(after).toMatchObject({ kind: "returned" });
    expect(after).not.toEqual(before);
  });

  test("what is busy after its answer gives its place to another", async () => {
    const executor = open({ size: 1, exitTimeoutMs: 100 });
    expect(await run(executor, "blocksAfterwards")).toEqual(returned("returned"));
    expect(await run(executor, "echo")).toEqual(returned({}));
  });

  test("without reuse, every call has its own", async () => {
    const executor = open({ size: 1, reuse: false });
    expect(await run(executor, "place")).not.toEqual(await run(executor, "place"));
  });

  test("one that has nothing to do ends", async () => {
    const executor = open({ idleMs: 0 });
    await run(executor, "echo");
    await vi.waitFor(() => expect(executor.load).toEqual(idle), { timeout: 20_000 });
    expect(await run(executor, "echo")).toEqual(returned({}));
  });

  test("runs no more at once than it may", async () => {
    const executor = open({ size: 2 });
    const calls = Array.from({ length: 5 }, () => run(executor, "echo"));
    expect(executor.load).toEqual({ queued: 5, busy: 2, idle: 0, stuck: 0 });
    expect(await Promise.all(calls)).toHaveLength(5);
  });

  test("a call that is aborted while it waits takes no turn", async () => {
    const executor = open({ size: 1 });
    const controller = new AbortController();
    const file = marks.file();
    const first = run(executor, "echo");
    const second = run(executor, "marksAndHangs", { file }, { signal: controller.signal });
    controller.abort();
    expect(await second).toEqual({ kind: "stopped", confirmed: true, executed: "no" });
    expect(executor.load.queued).toBe(1);
    expect(await first).toEqual(returned({}));
    expect(marks.read(file)).toEqual([]);
  });

  test("a tool that yields without end floods nobody, and can be stopped", async () => {
    const executor = open();
    const { result } = await aborted(executor, "yieldsForever");
    expect(result).toEqual(stopped);
  });

  test("within the grace a tool hears of the abort, and can say how it ended", async () => {
    const executor = open({ graceMs: 5_000 });
    const { result, file } = await aborted(executor, "obeys", { ending: "return" });
    expect(result).toEqual(returned("just in time"));
    expect(marks.read(file)).toEqual(["began", "enough"]);
    expect((await aborted(executor, "obeys", { ending: "throw" })).result).toEqual(stopped);
    expect((await aborted(executor, "obeys", { ending: "nothing done" })).result).toEqual({ ...stopped, executed: "no" });
    const yielding = await aborted(executor, "yieldsForever");
    expect(yielding.result).toEqual(stopped);
    expect(marks.read(yielding.file)).toEqual(["began", "closed"]);
  });

  test("after the grace it is ended", async () => {
    const executor = open({ graceMs: 20 });
    expect((await aborted(executor, "obeys", { ending: "nothing" })).result).toEqual(stopped);
  });

  test("close answers for what waits and for what runs, and leaves nothing", async () => {
    const executor = open({ size: 1 });
    const file = marks.file();
    const running = run(executor, "marksAndHangs", { file });
    await marks.first(file);
    const waiting = run(executor, "echo");
    await executor.close();
    expect(await running).toEqual(stopped);
    expect(await waiting).toMatchObject({ kind: "threw", executed: "no", error: { code: "closed" } });
    expect(await run(executor, "echo")).toMatchObject({ kind: "threw", executed: "no", error: { code: "closed" } });
    expect(executor.load).toEqual(idle);
  });

  test("close while it starts leaves nothing either", async () => {
    const executor = open();
    const waiting = run(executor, "echo");
    await executor.close();
    expect(await waiting).toMatchObject({ error: { code: "closed" } });
    expect(executor.load).toEqual(idle);
  });

  test("messages that are none of ours change nothing", async () => {
    const executor = open({ size: 1 });
    expect(await run(executor, "forgesOften")).toEqual(returned("still here"));
    expect(await run(executor, "echo")).toEqual(returned({}));
  });

  test("an answer that cannot be read loses the call", async () => {
    const executor = open({ size: 1 });
    const forged = (message: JsonObject) => run(executor, "forges", { message });
    expect(await forged({ acta: "returned", id: 1, output: "{" })).toEqual({ kind: "lost", reason: "it answered with what is not JSON" });
    expect(await forged({ acta: "threw", id: 2, failure: "{", executed: "yes" })).toMatchObject({
      kind: "threw",
      error: { code: "not_json" },
    });
  });

  test("a memory bomb takes nobody along", async () => {
    const executor = open({ memoryMb: 32 });
    expect(await run(executor, "bomb")).toMatchObject({ kind: "lost" });
    expect(await run(executor, "echo")).toEqual(returned({}));
  });
});
