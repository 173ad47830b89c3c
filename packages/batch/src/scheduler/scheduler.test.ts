import { deferred, flush, hostile, noUnhandledRejections, thenableOf } from "@acta/test-kit";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { FakeSignal } from "../../test/scheduler/fake-signal.js";
import { SimulatedRuntime } from "../../test/scheduler/simulated-runtime.js";
import { InvalidOptions } from "../invalid-options.js";
import type { JobContext } from "./job.js";
import type { JobOptions } from "./job-options.js";
import { Scheduler } from "./scheduler.js";
import type { SchedulerOptions } from "./scheduler-options.js";

noUnhandledRejections();

let started: unknown[] = [];
let gates: Map<unknown, ReturnType<typeof deferred<unknown>>>;
beforeEach(() => {
  started = [];
  gates = new Map();
});

/** Schedules a job that notes its start and runs until it is ended by its name. */
function ask(scheduler: Scheduler, name: unknown, options?: JobOptions) {
  const gate = deferred<unknown>();
  gates.set(name, gate);
  return scheduler.schedule(() => {
    started.push(name);
    return gate.promise;
  }, options);
}

async function end(...names: unknown[]) {
  for (const name of names) gates.get(name)?.resolve(name);
  await flush();
}

const note = (name: unknown) => () => void started.push(name);

describe("a job", () => {
  test("that may start has started when schedule returns", () => {
    void ask(new Scheduler(), "a");
    expect(started).toEqual(["a"]);
  });

  test.each<[string, () => unknown, unknown]>([
    ["returns", () => 1, { kind: "fulfilled", value: 1 }],
    ["returns nothing", () => undefined, { kind: "fulfilled", value: undefined }],
    ["resolves", () => Promise.resolve(1), { kind: "fulfilled", value: 1 }],
    ["returns a thenable", thenableOf(() => (resolve: (value: number) => void) => resolve(1)), { kind: "fulfilled", value: 1 }],
    ["throws", () => throwing("broken"), { kind: "rejected", error: "broken" }],
    ["rejects", () => Promise.reject("broken"), { kind: "rejected", error: "broken" }],
    ["returns what can't be read", () => hostile("keep out"), { kind: "rejected", error: "keep out" }],
  ])("that %s ends so, and gives everything back", async (_what, work, expected) => {
    const scheduler = new Scheduler({ concurrency: 1 });
    const limits = { concurrency: 1 };
    expect(await scheduler.schedule(work, { limits, lock: "a" })).toEqual(expected);
    expect([scheduler.running, scheduler.queued]).toEqual([0, 0]);
    expect(await scheduler.schedule(() => 2, { limits, lock: "a" })).toEqual({ kind: "fulfilled", value: 2 });
  });

  test("may schedule others while it starts, however many, without a deep stack", async () => {
    const scheduler = new Scheduler();
    let count = 0;
    const work = (): void => {
      count += 1;
      if (count < 20_000) void scheduler.schedule(work);
    };
    await scheduler.schedule(work);
    expect(count).toBe(20_000);
  });
});

describe("holdUntil", () => {
  test.each(["resolves", "rejects"])("keeps place, lock and limits until the promise %s, though the job has answered", async (how) => {
    const scheduler = new Scheduler({ concurrency: 2 });
    const gate = deferred();
    const work = ({ holdUntil }: JobContext) => {
      holdUntil(gate.promise);
      return "late";
    };
    expect(await scheduler.schedule(work, { lock: "a" })).toEqual({ kind: "fulfilled", value: "late" });
    void scheduler.schedule(note("next"), { lock: "a" });
    await flush();
    expect([scheduler.running, started]).toEqual([1, []]);
    if (how === "resolves") gate.resolve();
    else gate.reject(new Error("broken"));
    await flush();
    expect([scheduler.running, started]).toEqual([0, ["next"]]);
  });

  test("is refused when the job is over", async () => {
    const scheduler = new Scheduler();
    let context: JobContext | undefined;
    await scheduler.schedule((given) => {
      context = given;
    });
    expect(() => context?.holdUntil(Promise.resolve())).toThrow(InvalidOptions);
  });
});

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

describe("locks", () => {
  test("let sharing jobs run together, and none with an exclusive one", async () => {
    const scheduler = new Scheduler();
    void ask(scheduler, "read 1", { lock: "a", shared: true });
    void ask(scheduler, "read 2", { lock: "a", shared: true });
    void ask(scheduler, "write", { lock: "a" });
    void ask(scheduler, "other key", { lock: "b" });
    expect(started).toEqual(["read 1", "read 2", "other key"]);
    await end("read 1");
    expect(started).not.toContain("write");
    await end("read 2");
    expect(started).toEqual(["read 1", "read 2", "other key", "write"]);
  });

  test("come to a writer though readers keep coming, of its own owner or of others", async () => {
    const scheduler = new Scheduler();
    void ask(scheduler, "read 0", { lock: "a", shared: true, owner: "reader" });
    void ask(scheduler, "write", { lock: "a", owner: "writer" });
    for (let index = 1; index <= 5; index++) void ask(scheduler, `read ${index}`, { lock: "a", shared: true, owner: index });
    void ask(scheduler, "read 6", { lock: "a", shared: true, owner: "reader" });
    expect(started).toEqual(["read 0"]);
    await end("read 0");
    expect(started).toEqual(["read 0", "write"]);
    await end("write");
    expect(started).toEqual(["read 0", "write", "read 1", "read 2", "read 3", "read 4", "read 5", "read 6"]);
  });

  test("are shared at once with a reader of higher priority, though a writer of its owner waits", () => {
    const scheduler = new Scheduler();
    void ask(scheduler, "read", { lock: "a", shared: true });
    void ask(scheduler, "write", { lock: "a" });
    void ask(scheduler, "low", { lock: "a", shared: true });
    void ask(scheduler, "high", { lock: "a", shared: true, priority: 1 });
    expect(started).toEqual(["read", "high"]);
  });

  test("hold up nothing that has another key, or none", () => {
    const scheduler = new Scheduler({ concurrency: 3 });
    const limits = { concurrency: 3 };
    void ask(scheduler, "a", { lock: "a", limits });
    for (let index = 0; index < 100; index++) void ask(scheduler, `waits ${index}`, { lock: "a", limits });
    void ask(scheduler, "b", { lock: "b", limits });
    void ask(scheduler, "none", { limits });
    expect(started).toEqual(["a", "b", "none"]);
  });

  test("are not lost to a job whose limits were taken while it waited", async () => {
    const scheduler = new Scheduler();
    const limits = { concurrency: 1 };
    void ask(scheduler, "lock 1", { lock: "a" });
    void ask(scheduler, "both", { lock: "a", limits });
    void ask(scheduler, "limits 1", { limits });
    void ask(scheduler, "lock 2", { lock: "a" });
    void ask(scheduler, "limits 2", { limits });
    await end("lock 1");
    expect(started).toEqual(["lock 1", "limits 1"]);
    await end("limits 1");
    expect(started).toEqual(["lock 1", "limits 1", "both"]);
  });
});

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

describe("owners", () => {
  test("take turns: 10,000 jobs of one don't hold up the one of another", async () => {
    const scheduler = new Scheduler({ concurrency: 1 });
    void ask(scheduler, "first", { owner: "many" });
    for (let index = 0; index < 10_000; index++) void scheduler.schedule(note(index), { owner: "many" });
    void scheduler.schedule(note("single"), { owner: "one" });
    await end("first");
    expect(started.slice(0, 4)).toEqual(["first", 0, "single", 1]);
  });

  test.each<[string, JobOptions]>([
    ["a lock", { lock: "a" }],
    ["limits", { limits: { concurrency: 1 } }],
  ])("take turns where they wait for %s", async (_what, options) => {
    const scheduler = new Scheduler();
    void ask(scheduler, "first", { ...options, owner: "many" });
    for (let index = 0; index < 100; index++) void scheduler.schedule(note(index), { ...options, owner: "many", priority: 9 });
    void scheduler.schedule(note("single"), { ...options, owner: "one" });
    await end("first");
    expect(started.slice(0, 3)).toEqual(["first", 0, "single"]);
  });

  test("that come anew, or again, don't go before those who wait", async () => {
    const scheduler = new Scheduler({ concurrency: 1 });
    void ask(scheduler, "first", { owner: "again" });
    for (const name of ["a", "b", "again", "c"]) void scheduler.schedule(note(name), { owner: name });
    await end("first");
    expect(started).toEqual(["first", "a", "b", "again", "c"]);
  });

  test("lose a turn with the job that had it", async () => {
    const scheduler = new Scheduler({ concurrency: 2 });
    const limits = { concurrency: 1 };
    const signal = new FakeSignal();
    void ask(scheduler, "limited", { limits });
    void ask(scheduler, "aborted", { limits, signal });
    void ask(scheduler, "plain");
    void scheduler.schedule(note("older"));
    void scheduler.schedule(note("younger"), { limits });
    signal.abort();
    await end("limited");
    expect(started).toEqual(["limited", "plain", "older", "younger"]);
  });

  test("have priorities among their own jobs only", async () => {
    const scheduler = new Scheduler({ concurrency: 1 });
    void ask(scheduler, "first", { owner: "x" });
    for (const priority of [0, 5, -1, 5]) void scheduler.schedule(note(`a ${priority}`), { owner: "a", priority });
    void scheduler.schedule(note("b 0"), { owner: "b" });
    void scheduler.schedule(note("b 1"), { owner: "b", priority: 1 });
    await end("first");
    expect(started).toEqual(["first", "a 5", "b 1", "a 5", "b 0", "a 0", "a -1"]);
  });

  test("have the higher priority first also where a lower one has waited longer for the same limits", async () => {
    const scheduler = new Scheduler();
    const limits = { concurrency: 1 };
    void ask(scheduler, "first", { limits });
    void scheduler.schedule(note("low"), { limits });
    void scheduler.schedule(note("high"), { limits, priority: 1 });
    await end("first");
    expect(started).toEqual(["first", "high", "low"]);
  });
});

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

/** Were any step to look at all others, this would take minutes. */
test("100,000 queued jobs all end, whatever they wait for", { timeout: 60_000 }, async () => {
  const scheduler = new Scheduler({ concurrency: 8 });
  const limits = { concurrency: 1 };
  const { signal } = new AbortController();
  const optionsOf = [
    (index: number) => ({ owner: index, limits, priority: (index * 7919) % 1000, signal }),
    (index: number) => ({ lock: `${index}`, limits, signal }),
    (index: number) => ({ owner: index, lock: "a", shared: index % 8 < 4 }),
    (index: number) => ({ owner: index % 10, lock: "b", limits: { concurrency: 1 } }),
  ];
  let ran = 0;
  const jobs = Array.from({ length: 100_000 }, (_, index) => scheduler.schedule(async () => void ran++, optionsOf[index % 4]?.(index)));
  await Promise.all(jobs);
  expect([ran, scheduler.running, scheduler.queued]).toEqual([100_000, 0, 0]);
});

describe("junk is refused before anything happens", () => {
  test.each<[string, unknown]>([
    ["null", null],
    ["concurrency", { concurrency: 0 }],
    ["rate", { rate: { capacity: 0, refillMs: 1 } }],
    ["rate", { rate: { capacity: Infinity, refillMs: 1 } }],
    ["rate", { rate: { capacity: 1, refillMs: 0 } }],
    ["rate", { rate: null }],
    ["queueLimit", { queueLimit: -1 }],
    ["queueLimit", { queueLimit: 1.5 }],
    ["retryAfterMs", { retryAfterMs: Infinity }],
    ["runtime", { runtime: {} }],
    ["a hostile object", hostile()],
  ])("in the options of a scheduler: %s", (_name, options) => {
    expect(() => new Scheduler(options as SchedulerOptions)).toThrow(InvalidOptions);
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["limits", { limits: 1 }],
    ["limits", { limits: { concurrency: 1.5 } }],
    ["lock", { lock: 1 }],
    ["shared", { shared: "yes" }],
    ["priority", { priority: NaN }],
    ["signal", { signal: {} }],
    ["a hostile object", hostile()],
  ])("in those of a job: %s", async (_name, options) => {
    const scheduler = new Scheduler();
    await expect(ask(scheduler, "a", options as JobOptions)).rejects.toBeInstanceOf(InvalidOptions);
    await expect(scheduler.schedule(1 as never)).rejects.toBeInstanceOf(InvalidOptions);
    expect([started, scheduler.queued]).toEqual([[], 0]);
  });
});

function throwing(error: unknown): never {
  throw error;
}

const bound = (runtime: SimulatedRuntime) => ({
  now: () => runtime.now(),
  monotonic: () => runtime.monotonic(),
  stopTimer: (timer: unknown) => runtime.stopTimer(timer),
});
