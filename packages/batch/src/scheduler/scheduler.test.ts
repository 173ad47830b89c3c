import { deferred, flush, hostile, noUnhandledRejections, thenableOf } from "@acta/test-kit";
import { describe, expect, test } from "vitest";
import { namedJobs } from "../../test/scheduler/named-jobs.js";
import { InvalidOptions } from "../invalid-options.js";
import type { JobContext } from "./job.js";
import type { JobOptions } from "./job-options.js";
import { Scheduler } from "./scheduler.js";
import type { SchedulerOptions } from "./scheduler-options.js";

noUnhandledRejections();
const { started, ask, note } = namedJobs();

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
