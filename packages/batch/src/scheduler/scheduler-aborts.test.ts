import { flush, noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { FakeSignal } from "../../test/scheduler/fake-signal.js";
import { namedJobs } from "../../test/scheduler/named-jobs.js";
import type { JobOptions } from "./job-options.js";
import { Scheduler } from "./scheduler.js";

noUnhandledRejections();
const { started, ask, end } = namedJobs();

describe("an abort", () => {
  test("before: nothing runs, nobody listens", async () => {
    const signal = new FakeSignal();
    signal.abort();
    expect(await ask(new Scheduler(), "a", { signal })).toEqual({ kind: "skipped", reason: "aborted" });
    expect([started, signal.listeners]).toEqual([[], 0]);
  });

  test.each<[string, JobOptions]>([
    ["a place", {}],
    ["a lock", { lock: "a" }],
    ["its limits", { limits: { concurrency: 1 } }],
  ])("queued, waiting for %s: it is skipped at once and takes no place", async (_what, options) => {
    const scheduler = new Scheduler({ concurrency: Object.keys(options).length === 0 ? 1 : 2 });
    const signal = new FakeSignal();
    void ask(scheduler, "running", options);
    const queued = ask(scheduler, "queued", { ...options, signal });
    void ask(scheduler, "next", options);
    expect([scheduler.queued, signal.listeners]).toEqual([2, 1]);
    signal.abort();
    expect([scheduler.queued, signal.listeners]).toEqual([1, 0]);
    expect(await queued).toEqual({ kind: "skipped", reason: "aborted" });
    await end("running");
    expect(started).toEqual(["running", "next"]);
  });

  test("of one that has its lock and waits for its limits gives the lock back", async () => {
    const scheduler = new Scheduler();
    const signal = new FakeSignal();
    const limits = { concurrency: 1 };
    void ask(scheduler, "holds lock", { lock: "a" });
    void ask(scheduler, "aborted", { lock: "a", limits, signal });
    void ask(scheduler, "holds limits", { limits });
    await end("holds lock");
    void ask(scheduler, "next", { lock: "a" });
    expect(started).toEqual(["holds lock", "holds limits"]);
    signal.abort();
    expect(started).toEqual(["holds lock", "holds limits", "next"]);
  });

  test("running: it keeps its place until it has ended, and its own end", async () => {
    const scheduler = new Scheduler({ concurrency: 1 });
    const signal = new FakeSignal();
    const running = ask(scheduler, "running", { signal });
    void ask(scheduler, "next");
    signal.abort();
    await flush();
    expect([started, signal.listeners]).toEqual([["running"], 0]);
    await end("running");
    expect(await running).toEqual({ kind: "fulfilled", value: "running" });
    expect(started).toEqual(["running", "next"]);
  });

  test("done: nothing changes, and nobody listens", async () => {
    const signal = new FakeSignal();
    const scheduler = new Scheduler();
    const done = ask(scheduler, "a", { signal });
    await end("a");
    signal.abort();
    expect(await done).toEqual({ kind: "fulfilled", value: "a" });
    expect([signal.listeners, scheduler.running]).toEqual([0, 0]);
  });

  test("by a job that starts reaches those that came with it", async () => {
    const scheduler = new Scheduler();
    const signal = new FakeSignal();
    let other: Promise<unknown> | undefined;
    await scheduler.schedule(() => {
      other = ask(scheduler, "other", { signal });
      signal.abort();
    });
    expect(await other).toEqual({ kind: "skipped", reason: "aborted" });
    expect(started).toEqual([]);
  });

  test("of a signal that many share takes one listener", () => {
    const scheduler = new Scheduler({ concurrency: 1 });
    const signal = new FakeSignal();
    const add = vi.spyOn(signal, "addEventListener");
    scheduler.pause();
    for (let index = 0; index < 100; index++) void ask(scheduler, index, { signal });
    expect(add).toHaveBeenCalledOnce();
    signal.abort();
    expect([scheduler.queued, signal.listeners]).toEqual([0, 0]);
  });

  test("signal that can't be listened to is refused, and leaves nothing behind", async () => {
    const scheduler = new Scheduler();
    const signal = { aborted: false, reason: 0, addEventListener: () => throwing("deaf"), removeEventListener: () => {} };
    await expect(ask(scheduler, "a", { signal })).rejects.toMatchObject({ code: "invalid_options", cause: "deaf" });
    expect([started, scheduler.queued]).toEqual([[], 0]);
  });

  test("signal that does not let go holds up nobody", async () => {
    const scheduler = new Scheduler();
    const signal = { aborted: false, reason: 0, addEventListener: () => {}, removeEventListener: () => throwing("sticky") };
    expect(await scheduler.schedule(() => 1, { signal })).toEqual({ kind: "fulfilled", value: 1 });
  });
});

function throwing(error: unknown): never {
  throw error;
}
