import { noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { FakeSignal } from "../../test/scheduler/fake-signal.js";
import { namedJobs } from "../../test/scheduler/named-jobs.js";
import { SimulatedRuntime } from "../../test/scheduler/simulated-runtime.js";
import { Scheduler } from "./scheduler.js";

noUnhandledRejections();
const { started, ask, end, note } = namedJobs();

describe("a full queue", () => {
  test("defers what comes, of the same owner only", async () => {
    const runtime = new SimulatedRuntime();
    const scheduler = new Scheduler({ concurrency: 1, queueLimit: 1, retryAfterMs: 50, runtime });
    void ask(scheduler, "running", { owner: "a" });
    void ask(scheduler, "queued", { owner: "a" });
    expect(await ask(scheduler, "too much", { owner: "a" })).toEqual({ kind: "deferred", retryAt: runtime.now() + 50 });
    void ask(scheduler, "other", { owner: "b" });
    expect(scheduler.queued).toBe(2);
    await end("running", "queued", "other");
    expect(started).toEqual(["running", "queued", "other"]);
  });

  test("does not defer what can start, even at a limit of 0", async () => {
    const scheduler = new Scheduler({ concurrency: 2, queueLimit: 0 });
    void ask(scheduler, "a", { lock: "a" });
    expect(await ask(scheduler, "locked out", { lock: "a" })).toMatchObject({ kind: "deferred" });
    void ask(scheduler, "b", { lock: "b" });
    expect(started).toEqual(["a", "b"]);
  });

  test("names the time of the next token, where that is later", async () => {
    const runtime = new SimulatedRuntime();
    const scheduler = new Scheduler({ queueLimit: 0, retryAfterMs: 50, rate: { capacity: 1, refillMs: 200 }, runtime });
    void ask(scheduler, "a");
    expect(await ask(scheduler, "b")).toEqual({ kind: "deferred", retryAt: runtime.now() + 200 });
  });

  test("a job that is deferred leaves no trace in the order of the others", async () => {
    const scheduler = new Scheduler({ queueLimit: 1 });
    void ask(scheduler, "read 1", { lock: "a", shared: true, owner: "a" });
    void ask(scheduler, "write", { lock: "a", owner: "b" });
    expect(await ask(scheduler, "deferred", { lock: "a", owner: "b", priority: 9 })).toMatchObject({ kind: "deferred" });
    void ask(scheduler, "read 2", { lock: "a", shared: true, owner: "c" });
    await end("read 1");
    expect(started).toEqual(["read 1", "write"]);
  });
});

describe("pause and drain", () => {
  test("a paused scheduler queues, and goes on where it was", async () => {
    const scheduler = new Scheduler();
    scheduler.pause();
    const first = scheduler.schedule(note(1));
    void scheduler.schedule(note(2));
    expect([started, scheduler.queued]).toEqual([[], 2]);
    scheduler.resume();
    await first;
    expect([started, scheduler.queued]).toEqual([[1, 2], 0]);
  });

  test("a draining one starts nothing, skips what is queued or comes, and waits for what runs", async () => {
    const scheduler = new Scheduler({ concurrency: 1 });
    const running = ask(scheduler, "running");
    const queued = ask(scheduler, "queued");
    const drained = vi.fn();
    void scheduler.drain().then(drained);
    const skipped = { kind: "skipped", reason: "drained" };
    expect(await Promise.all([queued, ask(scheduler, "late")])).toEqual([skipped, skipped]);
    expect(drained).not.toHaveBeenCalled();
    scheduler.resume();
    await end("running");
    expect(await running).toEqual({ kind: "fulfilled", value: "running" });
    expect(drained).toHaveBeenCalledOnce();
    expect(started).toEqual(["running"]);
    await scheduler.drain();
  });

  test("drains at once where nothing runs, and leaves no timer and no listener", async () => {
    const runtime = new SimulatedRuntime();
    const signal = new FakeSignal();
    const scheduler = new Scheduler({ runtime, rate: { capacity: 1, refillMs: 10 } });
    const limits = { rate: { capacity: 1, refillMs: 10 } };
    for (const name of [1, 2, 3]) void scheduler.schedule(note(name), { limits, signal });
    expect([runtime.pending, signal.listeners]).toEqual([1, 1]);
    await scheduler.drain();
    expect([runtime.pending, signal.listeners, started]).toEqual([0, 0, [1]]);
  });

  test("a pause stops the clock for the scheduler's own rate", () => {
    const runtime = new SimulatedRuntime();
    const scheduler = new Scheduler({ runtime, rate: { capacity: 1, refillMs: 10 } });
    for (const name of [1, 2]) void scheduler.schedule(note(name));
    scheduler.pause();
    expect(runtime.pending).toBe(0);
    scheduler.resume();
    runtime.step();
    expect(started).toEqual([1, 2]);
  });
});
