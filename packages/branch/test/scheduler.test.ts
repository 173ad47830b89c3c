import { Scheduler } from "@acta/batch/scheduler";
import { escalate } from "@acta/governance";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Branch, Session } from "../src/index.js";
import { ask, deferred, end, ends, first, history, never, rejection, tool, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tool that waits until it is let go, and what of it runs. */
function gated(name: string, more: Parameters<typeof tool>[2] = {}) {
  const running: unknown[] = [];
  const gates: (() => void)[] = [];
  const made = tool(
    name,
    async (input) => {
      running.push(input.n);
      await new Promise<void>((resolve) => gates.push(resolve));
      running.splice(running.indexOf(input.n), 1);
      return input.n;
    },
    more,
  );
  const letGo = async () => {
    gates.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { tool: made, running, letGo };
}

const asks = (name: string, ...numbers: number[]) => numbers.map((n) => ask(name, { n }));

describe("calls start when the scheduler lets them", () => {
  test("within the cap of their tool, in all branches of a session", async () => {
    const { tool: t, running, letGo } = gated("t", { limits: { concurrency: 1 } });
    const session = new Session({ scheduler: new Scheduler() });
    const acting = ["a", "b"].map((id) => session.branch({ id, tools: [t] }).act(asks("t", 1, 2)));
    await vi.advanceTimersByTimeAsync(0);
    for (let left = 4; left > 0; left--) {
      expect(running).toHaveLength(1);
      await letGo();
    }
    expect((await Promise.all(acting)).map(ends)).toEqual(
      Array.from({ length: 2 }, () => Array.from({ length: 2 }, () => ["succeeded", "yes", null])),
    );
  });

  test("under the lock of their arguments, which reading shares", async () => {
    const lock = (input: unknown) => String((input as { n: number }).n % 2);
    const write = gated("write", { lock });
    const read = gated("read", { lock, effect: "read" });
    const branch = new Branch({ scheduler: new Scheduler(), tools: [write.tool, read.tool] });
    const acting = branch.act([...asks("read", 2, 4), ...asks("write", 6, 1)]);
    await vi.advanceTimersByTimeAsync(0);
    expect([read.running, write.running]).toEqual([[2, 4], [1]]);
    await read.letGo();
    await read.letGo();
    expect(write.running).toEqual([1, 6]);
    await write.letGo();
    await write.letGo();
    expect(ends(await acting)).toHaveLength(4);
    expect(history(branch)).toEqual(["read", "=2", "read", "=4", "write", "=6", "write", "=1"]);
  });

  test("the lock of a tool that ignores its deadline is kept until it has ended", async () => {
    const late = deferred();
    const slow = tool("slow", () => late.promise, { timeoutMs: 10, lock: () => "k" });
    const next = gated("next", { lock: () => "k" });
    const branch = new Branch({ scheduler: new Scheduler(), tools: [slow, next.tool] });
    const timed = branch.act(ask("slow"));
    const waiting = branch.act(ask("next", { n: 1 }));
    await vi.advanceTimersByTimeAsync(10);
    expect(end(first(await timed))).toEqual(["timed_out", "unknown", "timed_out"]);
    expect(next.running).toEqual([]);
    late.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(next.running).toEqual([1]);
    await next.letGo();
    expect(end(first(await waiting))).toEqual(["succeeded", "yes", null]);
  });

  test("a queue that is full defers, and says when to come again", async () => {
    const { tool: t, letGo } = gated("t");
    const branch = new Branch({ scheduler: new Scheduler({ concurrency: 1, queueLimit: 1, retryAfterMs: 500 }), tools: [t] });
    const acting = branch.act(asks("t", 1, 2, 3));
    await vi.advanceTimersByTimeAsync(0);
    await letGo();
    await letGo();
    const models = await acting;
    expect(ends(models)).toEqual([
      ["succeeded", "yes", null],
      ["succeeded", "yes", null],
      ["deferred", "no", "deferred"],
    ]);
    expect(models[2]?.outcome).toMatchObject({ retryAt: Date.now() + 500 });
  });

  test("what waits when the act is stopped is skipped, and takes no place", async () => {
    const { tool: t, letGo } = gated("t");
    const scheduler = new Scheduler({ concurrency: 1 });
    const branch = new Branch({ scheduler, tools: [t] });
    const controller = new AbortController();
    const acting = rejection(branch.act(asks("t", 1, 2), { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(0);
    controller.abort(new Error("enough"));
    await acting;
    expect(history(branch)).toEqual(["t", "!cancelled", "t", "!aborted"]);
    expect([scheduler.queued, scheduler.running]).toEqual([0, 1]);
    await letGo();
    expect(scheduler.running).toBe(0);
  });

  test("nothing starts after the scheduler was drained", async () => {
    const { tool: t, letGo } = gated("t");
    const scheduler = new Scheduler({ concurrency: 1 });
    const branch = new Branch({ scheduler, tools: [t] });
    const acting = branch.act(asks("t", 1, 2));
    await vi.advanceTimersByTimeAsync(0);
    const drained = scheduler.drain();
    await letGo();
    await drained;
    expect(ends(await acting)).toEqual([
      ["succeeded", "yes", null],
      ["skipped", "no", "aborted"],
    ]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["is no text", () => 1 as never],
  ])("a lock that %s fails the call before it runs", async (_, lock) => {
    let runs = 0;
    const branch = new Branch({ scheduler: new Scheduler(), tools: [tool("t", () => ++runs, { lock })] });
    expect(end(first(await branch.act(ask("t"))))).toEqual(["failed", "no", "preprocess_failed"]);
    expect(runs).toBe(0);
  });

  const changing = (account: string | null) => ({ preprocess: () => ({ account }) });
  test.each<[string, object, object]>([
    ["preprocess", changing("b"), {}],
    ["an approval", {}, { policy: () => escalate("sure?"), onEscalate: () => ({ account: "b" }) }],
    ["preprocess, so that there is none,", changing(null), {}],
  ])("arguments that %s changed to those of another lock do not run", async (_, ofTool, options) => {
    let runs = 0;
    const lock = (input: unknown) => (input as { account: string }).account.toLowerCase();
    const scheduler = new Scheduler();
    const { branch } = watch({ scheduler, tools: [tool("t", () => ++runs, { lock, ...ofTool })], ...options });
    expect(end(first(await branch.act(ask("t", { account: "a" }))))).toEqual(["rejected", "no", "invalid_arguments"]);
    expect([runs, scheduler.running]).toEqual([0, 0]);
  });

  test("arguments that changed and need the same lock run", async () => {
    const lock = (input: unknown) => (input as { account: string }).account.toLowerCase();
    const { branch } = watch({ scheduler: new Scheduler(), tools: [tool("t", (input) => input.account, { lock, ...changing("b") })] });
    expect(await branch.act(ask("t", { account: "B" }))).toMatchObject([{ success: true, output: "b" }]);
  });

  test("the deadline of a call does not run while it waits", async () => {
    const { tool: t, letGo } = gated("t", { timeoutMs: 10 });
    const free = gated("free");
    const branch = new Branch({ scheduler: new Scheduler({ concurrency: 1 }), tools: [t, free.tool] });
    const acting = branch.act([...asks("free", 1), ...asks("t", 2)]);
    await vi.advanceTimersByTimeAsync(1_000);
    await free.letGo();
    await letGo();
    expect(ends(await acting)).toEqual(Array.from({ length: 2 }, () => ["succeeded", "yes", null]));
  });
});

describe("the deadline of an act", () => {
  test("ends what runs, and lets nothing start after it", async () => {
    let runs = 0;
    const hangs = tool("t", () => {
      runs++;
      return never();
    });
    const { branch } = watch({ tools: [hangs] });
    const acting = branch.act([ask("t"), ask("t"), ask("t")], { batch: { deadlineMs: 10, concurrency: 2 } });
    await vi.advanceTimersByTimeAsync(10);
    expect(ends(await acting)).toEqual([
      ["timed_out", "unknown", "timed_out"],
      ["timed_out", "unknown", "timed_out"],
      ["timed_out", "no", "timed_out"],
    ]);
    expect([runs, vi.getTimerCount()]).toEqual([2, 0]);
  });

  test("ends what waits: for its turn, for a slot, for a throttle, for another attempt, for a tool that hangs", async () => {
    const fails = () => {
      throw new Error("no");
    };
    const paused = new Scheduler();
    paused.pause();
    const cases = [
      { of: watch({ scheduler: paused, tools: [tool("t")] }), batch: {}, says: ["timed_out", "no", "timed_out"] },
      { of: watch({ tools: [tool("t")] }), batch: { throttleMs: 1_000 }, says: ["timed_out", "no", "timed_out"] },
      {
        of: watch({ tools: [tool("t", fails, { effect: "read" })] }),
        batch: { retry: { attempts: 2, delayMs: 1_000 } },
        says: ["failed", "yes", "tool_failed"],
      },
      {
        of: watch({ tools: [tool("t", never, { effect: "read" })] }),
        batch: { retry: { attempts: 2 } },
        says: ["timed_out", "unknown", "timed_out"],
      },
    ];
    for (const { of: watched, batch, says } of cases) {
      const acting = watched.branch.act([ask("t"), ask("t")], { batch: { ...batch, deadlineMs: 10 } });
      await vi.advanceTimersByTimeAsync(10);
      expect(ends(await acting)[1]).toEqual(says);
      expect([watched.branch.messages.openRequests, vi.getTimerCount()]).toEqual([[], 0]);
    }
    expect(paused.queued).toBe(0);
  });

  test("is no reason to try again", async () => {
    let runs = 0;
    const fails = tool(
      "t",
      () => {
        runs++;
        throw new Error("no");
      },
      { effect: "read" },
    );
    const { branch } = watch({ tools: [fails] });
    const acting = branch.act(ask("t"), { batch: { deadlineMs: 25, retry: { attempts: 10, delayMs: 10, factor: 1 } } });
    await vi.advanceTimersByTimeAsync(100);
    await acting;
    expect(runs).toBe(3);
  });
});

test("the lock is given back after a late attempt, also where the next one is refused", async () => {
  const scheduler = new Scheduler();
  const ended = deferred();
  const slow = tool("t", () => ended.promise, { effect: "read", timeoutMs: 10, lock: () => "k" });
  const { branch } = watch({ scheduler, tools: [slow], policy: (call) => call.attempt === 1 });
  const acting = branch.act(ask("t"), { batch: { retry: { attempts: 2 } } });
  await vi.advanceTimersByTimeAsync(10);
  ended.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(end(first(await acting))).toEqual(["timed_out", "unknown", "timed_out"]);
  expect(scheduler.running).toBe(0);
});

test("the lock of a late attempt is kept when the act is aborted before the next one", async () => {
  const scheduler = new Scheduler();
  const ended = deferred();
  const controller = new AbortController();
  const slow = tool("t", () => ended.promise, { effect: "read", timeoutMs: 10, lock: () => "k" });
  const { branch } = watch({ scheduler, tools: [slow] });
  const acting = rejection(branch.act(ask("t"), { signal: controller.signal, batch: { retry: { attempts: 2 } } }));
  await vi.advanceTimersByTimeAsync(10);
  controller.abort(new Error("enough"));
  await acting;
  expect([history(branch), scheduler.running]).toEqual([["t", "!cancelled"], 1]);
  ended.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(scheduler.running).toBe(0);
});

test("a tool that blocks the loop is reported with its name and time", async () => {
  const { branch, diagnostics } = watch({
    stallLimitMs: 5,
    tools: [tool("blocks", () => void vi.advanceTimersByTime(6)), tool("quick", () => void vi.advanceTimersByTime(5))],
  });
  await branch.act([ask("blocks"), ask("quick")]);
  expect(diagnostics).toMatchObject([{ code: "loop_stalled", error: { message: "the tool blocks blocked the event loop for 6 ms" } }]);
});
