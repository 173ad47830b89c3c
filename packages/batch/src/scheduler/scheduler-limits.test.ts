import { noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { FakeSignal } from "../../test/scheduler/fake-signal.js";
import { namedJobs } from "../../test/scheduler/named-jobs.js";
import { SimulatedRuntime } from "../../test/scheduler/simulated-runtime.js";
import { Scheduler } from "./scheduler.js";

noUnhandledRejections();
const { started, ask, end, note } = namedJobs();

describe("limits", () => {
  test("are those of all jobs with the same object, whoever owns them", async () => {
    const scheduler = new Scheduler();
    const limits = { concurrency: 2 };
    for (const name of [1, 2, 3]) void ask(scheduler, name, { limits, owner: name });
    void ask(scheduler, "equal, not the same", { limits: { ...limits } });
    void ask(scheduler, "none");
    expect(started).toEqual([1, 2, "equal, not the same", "none"]);
    await end(1);
    expect(started).toEqual([1, 2, "equal, not the same", "none", 3]);
  });

  test("let start what the bucket has, and then one by one; a timer runs only while somebody waits", async () => {
    const runtime = new SimulatedRuntime();
    const scheduler = new Scheduler({ runtime });
    const starts: number[] = [];
    const limits = { rate: { capacity: 2, refillMs: 10 } };
    for (let index = 0; index < 5; index++) void scheduler.schedule(() => void starts.push(runtime.monotonic()), { limits });
    expect(runtime.pending).toBe(1);
    while (runtime.step());
    expect(starts).toEqual([0, 0, 10, 20, 30]);
    expect(runtime.pending).toBe(0);
  });

  test("are for who waits, also where the token is back before its timer has told it", () => {
    const runtime = new SimulatedRuntime();
    const scheduler = new Scheduler({ runtime });
    const limits = { rate: { capacity: 1, refillMs: 10 } };
    for (const name of ["first", "waits"]) void scheduler.schedule(note(name), { limits, owner: name });
    runtime.goTo(10);
    void scheduler.schedule(note("new"), { limits, owner: "new" });
    expect(started).toEqual(["first", "waits"]);
  });

  test("of the scheduler itself too", () => {
    const runtime = new SimulatedRuntime();
    const scheduler = new Scheduler({ runtime, rate: { capacity: 1, refillMs: 2.5 } });
    const starts: number[] = [];
    const signal = new FakeSignal();
    for (let index = 0; index < 3; index++) void scheduler.schedule(() => void starts.push(runtime.monotonic()));
    void ask(scheduler, "aborted", { signal });
    runtime.step();
    runtime.step();
    expect([starts, runtime.pending]).toEqual([[0, 3, 6], 1]);
    signal.abort();
    expect(runtime.pending).toBe(0);
  });

  test("a timer that comes too early is started again", () => {
    const runtime = new SimulatedRuntime();
    const hasty = {
      ...bound(runtime),
      startTimer: (run: () => void, delayMs: number) => runtime.startTimer(run, Math.max(1, delayMs - 1)),
    };
    const scheduler = new Scheduler({ runtime: hasty, rate: { capacity: 1, refillMs: 10 } });
    const starts: number[] = [];
    for (let index = 0; index < 2; index++) void scheduler.schedule(() => void starts.push(runtime.monotonic()));
    runtime.step();
    expect(starts).toEqual([0]);
    runtime.step();
    expect(starts).toEqual([0, 10]);
  });

  test("keep the system's time by default", async () => {
    vi.useFakeTimers();
    const scheduler = new Scheduler({ rate: { capacity: 1, refillMs: 100 } });
    const ends = Promise.all([scheduler.schedule(note(1)), scheduler.schedule(note(2))]);
    await vi.advanceTimersByTimeAsync(99);
    expect(started).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    await ends;
    expect([started, vi.getTimerCount()]).toEqual([[1, 2], 0]);
    vi.useRealTimers();
  });
});

const bound = (runtime: SimulatedRuntime) => ({
  now: () => runtime.now(),
  monotonic: () => runtime.monotonic(),
  stopTimer: (timer: unknown) => runtime.stopTimer(timer),
});
