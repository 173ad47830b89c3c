import { NotExecuted } from "@acta/actions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BullmqError, type BullmqExecutor, bullmqExecutor, RemoteError, type RunningWorker, runWorker } from "../src/index.js";
import { callOf, namesake } from "./call.js";
import { describeWithRedis, newQueue, serverUrl } from "./server.js";
import { until } from "./until.js";
import { someTools } from "./workshop.js";

describeWithRedis("calls in other processes", () => {
  const place = { connection: serverUrl, queue: newQueue() };
  const { tools, begun, finish, unwilling } = someTools();
  let executor: BullmqExecutor;
  let worker: RunningWorker;
  beforeAll(async () => {
    executor = bullmqExecutor(place);
    worker = await runWorker({ ...place, tools, graceMs: 50, maxResultBytes: 1_000 });
  });
  afterAll(async () => {
    finish.open();
    await executor.close();
    await worker.close();
  });
  const run = (name: string, input = {}, more = {}) => executor.execute(callOf(namesake(name), input, more));

  describe("what comes back", () => {
    test("is the tool's output, as JSON", async () => {
      expect(await run("add", { a: 1 })).toEqual({ kind: "returned", output: 2 });
      expect(await run("nothing")).toEqual({ kind: "returned", output: undefined });
      expect(await run("dates")).toEqual({ kind: "returned", output: { at: "1970-01-01T00:00:00.000Z", set: [1, 2] } });
    });

    test("are arguments that are the very same", async () => {
      const input = { text: "é\u{1F600}\u0000", list: [1.5, -0, 1e300, null, true], "": { constructor: "own" } };
      expect(await run("echo", input)).toEqual({ kind: "returned", output: JSON.parse(JSON.stringify(input)) });
    });

    test("is the context of the call", async () => {
      const call = callOf(namesake("context"), {}, { callId: "12", attempt: 7, idempotencyKey: `key ${process.pid}` });
      expect(await executor.execute(call)).toEqual({
        kind: "returned",
        output: { callId: "12", attempt: 7, idempotencyKey: `key ${process.pid}` },
      });
    });

    test("is an error with its name and its code", async () => {
      const result = await run("odd");
      expect(result).toMatchObject({
        kind: "threw",
        executed: "yes",
        error: { name: "Odd", message: "not an even number", code: "odd_number" },
      });
      expect(result.kind === "threw" && result.error).toBeInstanceOf(RemoteError);
    });

    test("is that nothing happened, where the tool says so", async () => {
      const result = await run("not executed");
      expect(result).toMatchObject({ kind: "threw", executed: "no" });
      expect(result.kind === "threw" && NotExecuted.isInstance(result.error)).toBe(true);
    });

    test("is the progress of a generator, in order", async () => {
      const items: unknown[] = [];
      expect(await run("steps", {}, { progress: (item: unknown) => items.push(item) })).toEqual({ kind: "returned", output: "done" });
      expect(items).toEqual([1, { two: 2 }]);
    });

    test("is a refusal of what is too large, never a part of it", async () => {
      expect(await run("large")).toMatchObject({ kind: "threw", executed: "yes", error: { code: "result_too_large" } });
    });
  });

  describe("does not run", () => {
    const refusal = (code: string) => ({ kind: "threw", executed: "no", error: expect.objectContaining({ code }) });

    test("a tool that the worker does not have", async () => {
      expect(await run("Add", { a: 1 })).toEqual(refusal("unknown_tool"));
      expect(await run("constructor")).toEqual(refusal("unknown_tool"));
    });

    test("a second call under the id of an attempt, while the first runs or later", async () => {
      const call = callOf(namesake("add"), { a: 1 });
      const [first, second] = await Promise.all([executor.execute(call), executor.execute(call)]);
      expect([first, second]).toEqual([{ kind: "returned", output: 2 }, refusal("attempt_taken")]);
      expect(await executor.execute(call)).toEqual(refusal("attempt_taken"));
      const other = bullmqExecutor(place);
      expect(await other.execute(call)).toEqual(refusal("attempt_taken"));
      await other.close();
    });

    test("an id, or arguments, that cannot be carried", async () => {
      expect(await run("add", {}, { callId: "\ud800" })).toEqual(refusal("invalid_call"));
      expect(await run("add", { a: () => 1 })).toEqual(refusal("invalid_call"));
      const strict = bullmqExecutor({ ...place, maxArgumentBytes: 10 });
      expect(await strict.execute(callOf(namesake("echo"), { text: "0123456789" }))).toEqual(refusal("arguments_too_large"));
      await strict.close();
      expect(await strict.execute(callOf(namesake("echo")))).toEqual(refusal("closed"));
    });

    test("an unsafe tool, on a Redis that may forget, without a journal; also where only one side calls it unsafe", async () => {
      expect(await run("pay")).toEqual(refusal("unsafe_refused"));
      expect(await executor.execute(callOf(namesake("add", { effect: "unsafe" }), { a: 1 }))).toEqual(refusal("unsafe_refused"));
    });
  });

  describe("stops", () => {
    test("a tool that runs, when its call is aborted", async () => {
      const controller = new AbortController();
      const result = run("obedient", {}, { signal: controller.signal });
      const { signal } = await begun.opened;
      expect(signal.aborted).toBe(false);
      controller.abort();
      expect(await result).toEqual({ kind: "stopped", confirmed: true, executed: "unknown" });
      expect(signal.aborted).toBe(true);
    });

    test("a tool whose deadline is over, though its caller says nothing: before it began, or while it runs", async () => {
      const result = await run("obedient", {}, { timeoutMs: 20 });
      expect(result).toMatchObject({ kind: "stopped", confirmed: true });
      expect(["no", "unknown"]).toContain(result.kind === "stopped" && result.executed);
    });

    test("waiting for a tool that will not stop", async () => {
      const controller = new AbortController();
      const result = run("unwilling", {}, { signal: controller.signal });
      await unwilling.opened;
      controller.abort();
      expect(await result).toEqual({ kind: "stopped", confirmed: false, executed: "unknown" });
    });

    test("a call that was aborted before it was made", async () => {
      expect(await run("pay", {}, { signal: AbortSignal.abort() })).toEqual({ kind: "stopped", confirmed: true, executed: "no" });
    });
  });

  test("throws for options that make no sense", async () => {
    const invalid = expect.objectContaining({ code: "invalid_options" });
    expect(() => bullmqExecutor({ queue: "a:b" })).toThrow(invalid);
    expect(() => bullmqExecutor({ keepSecond: 1 } as object)).toThrow(invalid);
    await expect(runWorker({ tools: [namesake("a"), namesake("a")] })).rejects.toThrow(invalid);
    const { memoryJournal } = await import("@acta/journal/memory");
    await expect(runWorker({ tools: [], journal: memoryJournal() as never })).rejects.toThrow(invalid);
    expect(BullmqError.isInstance(Object.assign(new Error("x"), { [Symbol.for("acta.bullmq-error")]: true }))).toBe(true);
  });
});

describeWithRedis("calls that no worker has taken yet", () => {
  const place = { connection: serverUrl, queue: newQueue() };

  test("leave the queue when they are aborted, and are known not to have run", async () => {
    const executor = bullmqExecutor(place);
    const controller = new AbortController();
    const call = callOf(namesake("add"), { a: 1 }, { signal: controller.signal });
    const result = executor.execute(call);
    await until(async () => (await executor.find(call)).kind === "waiting");
    controller.abort();
    expect(await result).toEqual({ kind: "stopped", confirmed: true, executed: "no" });
    expect(await executor.find(call)).toEqual({ kind: "unknown" });
    await executor.close();
  });

  test("do not run after their deadline", async () => {
    const executor = bullmqExecutor(place);
    const result = executor.execute(callOf(namesake("add"), { a: 1 }, { timeoutMs: 0 }));
    const worker = await runWorker({ ...place, tools: someTools().tools });
    expect(await result).toEqual({ kind: "stopped", confirmed: true, executed: "no" });
    await worker.close();
    await executor.close();
  });
});

describeWithRedis("the answers of a caller that is gone", () => {
  const place = { connection: serverUrl, queue: newQueue() };

  test("wait, are found, attached to, and dropped when they are acknowledged", async () => {
    const gone = bullmqExecutor(place);
    const call = callOf(namesake("add"), { a: 1 });
    const lost = gone.execute(call);
    const next = bullmqExecutor(place);
    await until(async () => (await next.find(call)).kind === "waiting");
    await gone.close();
    expect(await lost).toMatchObject({ kind: "lost" });
    expect(await next.acknowledge(call)).toBe(false);

    const attached = next.attach(call);
    const worker = await runWorker({ ...place, tools: someTools().tools });
    expect(await attached).toEqual({ kind: "returned", output: 2 });
    expect(await next.find(call)).toEqual({ kind: "returned", output: 2 });
    expect(await next.attach(call)).toEqual({ kind: "returned", output: 2 });

    expect(await next.acknowledge(call)).toBe(true);
    expect(await next.find(call)).toEqual({ kind: "unknown" });
    expect(await next.attach(call)).toMatchObject({ kind: "lost" });
    await next.close();
    await worker.close();
  });

  test("can be refused: what still waits leaves the queue, what runs is told to stop", async () => {
    const gone = bullmqExecutor(place);
    const call = callOf(namesake("obedient"));
    const waiting = gone.execute(call);
    const next = bullmqExecutor(place);
    await until(async () => (await next.find(call)).kind === "waiting");
    expect(await next.attach(call, { signal: AbortSignal.abort() })).toEqual({ kind: "stopped", confirmed: true, executed: "no" });
    expect(await waiting).toMatchObject({ kind: "stopped", executed: "no" });

    const { tools, begun } = someTools();
    const worker = await runWorker({ ...place, tools });
    const running = callOf(namesake("obedient"));
    const result = gone.execute(running);
    await begun.opened;
    expect(await next.find(running)).toEqual({ kind: "running" });
    expect(await next.attach(running, { signal: AbortSignal.abort() })).toEqual({ kind: "stopped", confirmed: true, executed: "unknown" });
    expect(await result).toMatchObject({ kind: "stopped" });
    await Promise.all([gone.close(), next.close(), worker.close()]);
  });
});
