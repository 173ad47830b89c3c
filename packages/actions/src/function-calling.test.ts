import { PermissionError } from "@acta/governance";
import { verifies } from "@acta/requirements";
import { flush, noUnhandledRejections, thenableOf } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { calling } from "../test/calling.js";
import { toolOf } from "../test/tool.js";
import { NotAdmitted, NotExecuted } from "./errors.js";
import type { ExecutorResult } from "./executor.js";
import { FunctionCalling } from "./function-calling.js";
import { inline } from "./inline.js";
import type { Tool } from "./tool.js";

noUnhandledRejections();

const problem = new Error("no");
const thrower = () => {
  throw problem;
};

describe("a call that succeeds", () => {
  test("runs its tool with the arguments", verifies("D1.callable"), async () => {
    const run = vi.fn(() => 5);
    const event = calling({ run }, { a: 1 });
    expect(await event.invoke()).toMatchObject({ status: "completed", response: 5, error: null });
    expect(run).toHaveBeenCalledExactlyOnceWith({ a: 1 }, expect.anything());
    expect(event).toMatchObject({ executed: "yes", phase: "postprocess", function: "echo", arguments: { a: 1 } });
  });

  test("hands its tool the very arguments, and its own `this`", async () => {
    const input = Object.freeze({ a: 1 });
    const tool: Tool = {
      ...toolOf(),
      run(given) {
        return given === input && this === tool;
      },
    };
    expect(await new FunctionCalling({ tool, arguments: input }).invoke()).toMatchObject({ response: true });
  });

  test("tells its tool about itself", verifies("D1.callable"), async () => {
    const run = vi.fn<Tool["run"]>();
    const event = calling({ run }, {}, { callId: "call-1", idempotencyKey: "key-1", attempt: 3 });
    await event.invoke();
    const context = run.mock.calls[0]?.[1];
    expect(context).toMatchObject({ callId: "call-1", idempotencyKey: "key-1", attempt: 3 });
    expect(context?.signal).toBeInstanceOf(AbortSignal);
    expect(event).toMatchObject({ callId: "call-1", idempotencyKey: "key-1", attempt: 3 });
  });

  test("is its own call by default, the first attempt of it", () => {
    const event = calling({}, {}, { id: "event-1" });
    expect(event).toMatchObject({ id: "event-1", callId: "event-1", idempotencyKey: "event-1", attempt: 1 });
    expect(calling({}, {}, { callId: "call-1" })).toMatchObject({ callId: "call-1", idempotencyKey: "call-1" });
  });

  test("runs once", async () => {
    const run = vi.fn();
    const event = calling({ run });
    await Promise.all([event.invoke(), event.invoke()]);
    await event.invoke();
    expect(run).toHaveBeenCalledOnce();
  });

  test.each([undefined, null, false, 0, ""])("may return %o", async (output) => {
    expect(await calling({ run: () => output }).invoke()).toMatchObject({ status: "completed", response: output });
  });
});

describe("async and sync", () => {
  test("a tool that is declared async is awaited", verifies("D1.async-declaration", "D6.async"), async () => {
    expect(await calling({ run: async () => 5 }).invoke()).toMatchObject({ status: "completed", response: 5 });
    expect(await calling({ run: async () => thrower() }).invoke()).toMatchObject({ status: "failed", error: problem });
  });

  test(
    "a tool that is not runs on the caller's event loop, before the first turn",
    verifies("D1.sync-declaration", "D6.sync-inline"),
    async () => {
      const run = vi.fn(() => 5);
      const ended = calling({ run }).invoke();
      expect(run).toHaveBeenCalledOnce();
      expect(await ended).toMatchObject({ response: 5 });
    },
  );

  test.each([
    ["a promise", () => Promise.resolve(5)],
    ["a thenable", thenableOf(() => (settle: (value: unknown) => void) => settle(5))],
  ])("%s that a sync tool returns is awaited", verifies("D1.sync-declaration", "D6.awaitable"), async (_, run) => {
    expect(await calling({ run }).invoke()).toMatchObject({ status: "completed", response: 5 });
  });

  test("processors that are declared async are awaited", verifies("D1.async-declaration", "D6.async"), async () => {
    const event = calling(
      { preprocess: async () => ({ a: 2 }), run: (input) => (input as { a: number }).a, postprocess: async (sum) => Number(sum) * 10 },
      { a: 1 },
    );
    expect(await event.invoke()).toMatchObject({ response: 20 });
  });

  test("processors that are not run on the caller's event loop", verifies("D1.sync-declaration", "D6.sync-inline"), async () => {
    const nextTurn = flush();
    const preprocess = vi.fn(() => undefined);
    const postprocess = vi.fn();
    void calling({ preprocess, postprocess }).invoke();
    await nextTurn;
    expect(preprocess).toHaveBeenCalledOnce();
    expect(postprocess).toHaveBeenCalledOnce();
  });

  test("a thenable that a sync processor returns is awaited", verifies("D1.sync-declaration", "D6.awaitable"), async () => {
    const event = calling({
      preprocess: thenableOf(() => (settle: (value: unknown) => void) => settle({ a: 2 })) as never,
      postprocess: thenableOf(() => (settle: (value: unknown) => void) => settle("after")),
    });
    expect(await event.invoke()).toMatchObject({ response: "after" });
    expect(event.arguments).toEqual({ a: 2 });
  });
});

describe("a tool that fails", () => {
  test.each([
    ["throws", thrower],
    ["rejects", async () => thrower()],
  ])("%s: the call is failed, and was executed", async (_, run) => {
    const event = calling({ run });
    expect(await event.invoke()).toMatchObject({ status: "failed", error: problem, response: null });
    expect(event).toMatchObject({ executed: "yes", phase: "run" });
  });

  test("is certain that nothing happened", async () => {
    const error = new NotExecuted("offline");
    const event = calling({
      run: () => {
        throw error;
      },
    });
    expect(await event.invoke()).toMatchObject({ status: "failed", error });
    expect(event).toMatchObject({ executed: "no", phase: "run" });
  });

  test.each([
    ["NotAdmitted", new NotAdmitted("inner")],
    ["PermissionError", new PermissionError("inner")],
    ["the error of a lost call", Object.assign(new Error("inner"), { code: "lost", [Symbol.for("acta.action-error")]: true })],
  ])("throws %s, of a call of its own: that is a failure like any", verifies("D5.permission-error"), async (_, error) => {
    const event = calling({
      run: () => {
        throw error;
      },
    });
    expect(await event.invoke()).toMatchObject({ status: "failed", error });
    expect(event.executed).toBe("yes");
  });

  test("throws a cancellation: the event is cancelled, and invoke rejects with it", async () => {
    const stop = Object.assign(new Error("stop"), { [Symbol.for("acta.cancellation")]: true });
    const event = calling({
      run: () => {
        throw stop;
      },
    });
    await expect(event.invoke()).rejects.toBe(stop);
    expect(event).toMatchObject({ status: "cancelled", executed: "yes" });
  });
});

describe("executors", () => {
  const answering = (result: unknown) => calling({}, {}, { executor: { ...inline, execute: () => result as ExecutorResult } });

  test.each([
    [{ kind: "returned", output: 5 }, "completed", "yes"],
    [{ kind: "threw", error: problem, executed: "no" }, "failed", "no"],
    [{ kind: "threw", error: problem, executed: "unknown" }, "failed", "unknown"],
    [{ kind: "threw", error: new NotAdmitted("worker"), executed: "no" }, "skipped", "no"],
    [{ kind: "stopped", confirmed: true, executed: "no" }, "aborted", "no"],
    [{ kind: "stopped", confirmed: true, executed: "yes" }, "aborted", "yes"],
    [{ kind: "stopped", confirmed: false, executed: "unknown" }, "aborted", "unknown"],
    [{ kind: "lost", reason: "the worker is gone" }, "aborted", "unknown"],
    [{ kind: "nonsense" }, "aborted", "unknown"],
    [undefined, "aborted", "unknown"],
    [null, "aborted", "unknown"],
    [{ kind: "threw", error: problem }, "failed", "unknown"],
    [{ kind: "threw", error: problem, executed: "perhaps" }, "failed", "unknown"],
  ])("%o: %s, executed %s", async (result, status, executed) => {
    const event = answering(result);
    expect(await event.invoke()).toMatchObject({ status });
    expect(event.executed).toBe(executed);
  });

  test("a lost call says so", async () => {
    const { error } = await answering({ kind: "lost", reason: "the worker is gone" }).invoke();
    expect(error).toMatchObject({ code: "lost", message: "the call was lost: the worker is gone" });
  });

  test("gets the tool, the admitted arguments and the call", async () => {
    const execute = vi.fn((): ExecutorResult => ({ kind: "returned", output: 1 }));
    const event = calling({}, { a: 1 }, { executor: { ...inline, execute }, admit: () => ({ a: 2 }), callId: "call-1" });
    await event.invoke();
    const scope = { tool: event.tool, arguments: { a: 2 }, callId: "call-1", idempotencyKey: "call-1", attempt: 1 };
    expect(execute).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(scope));
  });

  test("one that throws leaves nobody knowing what became of the call", async () => {
    const event = calling({}, {}, { executor: { ...inline, execute: thrower } });
    expect(await event.invoke()).toMatchObject({ status: "failed", error: problem });
    expect(event.executed).toBe("unknown");
  });
});

describe("fresh", () => {
  test("is the next attempt of the same call", async () => {
    const admit = vi.fn((input) => input);
    const preprocess = vi.fn((input: unknown) => ({ a: (input as { a: number }).a + 1 }));
    const first = calling({ preprocess }, { a: 1 }, { id: "event-1", callId: "call-1", idempotencyKey: "key-1", admit });
    first.metadata.note = "kept";
    await first.invoke();
    const second = first.fresh();
    expect(second).toMatchObject({ callId: "call-1", idempotencyKey: "key-1", attempt: 2, status: "pending", executed: "no" });
    expect(second).toMatchObject({ metadata: { note: "kept" }, arguments: { a: 1 }, phase: "preprocess" });
    expect(second.id).not.toBe(first.id);
    await second.invoke();
    expect(second.arguments).toEqual({ a: 2 });
    expect(admit).toHaveBeenCalledTimes(2);
    expect(second.fresh().attempt).toBe(3);
    expect(first).toMatchObject({ attempt: 1, status: "completed" });
  });

  test("keeps the call id that the first event gave", () => {
    const first = calling({}, {}, { id: "event-1" });
    expect(first.fresh().fresh()).toMatchObject({ callId: "event-1", idempotencyKey: "event-1", attempt: 3 });
  });
});

describe("as JSON", () => {
  test("an event with its function and arguments, and without its tool", verifies("D1.serialize.call"), async () => {
    const event = calling({ run: () => new Set([1]) }, { a: 1 }, { id: "event-1" });
    await event.invoke();
    const json = JSON.parse(JSON.stringify(event));
    expect(json).toMatchObject({ id: "event-1", function: "echo", arguments: { a: 1 }, execution: { status: "completed", response: [1] } });
    expect(Object.keys(json).sort()).toEqual(["arguments", "createdAt", "execution", "function", "id", "metadata"]);
  });

  test("the arguments are those that ran", verifies("D1.serialize.call"), async () => {
    const event = calling({ preprocess: () => ({ a: 2 }) }, { a: 1 });
    await event.invoke();
    expect(event.toJSON()).toMatchObject({ arguments: { a: 2 } });
  });
});
