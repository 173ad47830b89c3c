import { noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test } from "vitest";
import { FakeSignal } from "../../test/scheduler/fake-signal.js";
import { namedJobs } from "../../test/scheduler/named-jobs.js";
import type { JobOptions } from "./job-options.js";
import { Scheduler } from "./scheduler.js";

noUnhandledRejections();
const { started, ask, end, note } = namedJobs();

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
