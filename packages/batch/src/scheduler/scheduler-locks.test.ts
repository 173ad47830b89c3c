import { noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test } from "vitest";
import { namedJobs } from "../../test/scheduler/named-jobs.js";
import { Scheduler } from "./scheduler.js";

noUnhandledRejections();
const { started, ask, end } = namedJobs();

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
