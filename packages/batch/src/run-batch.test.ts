import { getEventListeners } from "node:events";
import { verifies } from "@acta/requirements";
import { deferred } from "@acta/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sleep, untilAborted } from "../test/sleep.js";
import type { BatchContext } from "./batch-item.js";
import type { BatchOptions } from "./batch-options.js";
import { runBatch } from "./run-batch.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const fulfilled = (value: unknown) => ({ kind: "fulfilled", value, attempts: 1 });
const rejected = (error: unknown) => ({ kind: "rejected", error, attempts: 1 });
const skipped = (reason: string) => ({ kind: "skipped", reason });

describe("results", () => {
  test("an empty list gives an empty list and runs nothing", verifies("D4.empty"), async () => {
    const work = vi.fn();
    expect(await runBatch([], work)).toEqual([]);
    expect(await runBatch([], work, { strategy: "sequential", signal: AbortSignal.abort() })).toEqual([]);
    expect(work).not.toHaveBeenCalled();
  });

  test("are in input order, not in the order of completion", verifies("D4.order"), async () => {
    const ended: number[] = [];
    const batch = runBatch([30, 10, 20], async (delayMs) => {
      await sleep(delayMs);
      ended.push(delayMs);
      return delayMs;
    });
    await vi.advanceTimersByTimeAsync(30);
    expect(await batch).toEqual([30, 10, 20].map(fulfilled));
    expect(ended).toEqual([10, 20, 30]);
  });

  test("never reject for what the work did, be it thrown, rejected, or a value nobody can read", async () => {
    const unreadable = Proxy.revocable({}, {});
    unreadable.revoke();
    const works: (() => unknown)[] = [
      () => {
        throw undefined;
      },
      () => Promise.reject(null),
      () => unreadable.proxy,
      () => "value",
      () => undefined,
    ];
    const items = await runBatch(works, (work) => work());
    expect(items).toEqual([rejected(undefined), rejected(null), rejected(expect.any(TypeError)), fulfilled("value"), fulfilled(undefined)]);
  });

  test("of synchronous work are the values themselves, and the work runs within the call", async () => {
    const seen: unknown[] = [];
    const batch = runBatch(["a", "b"], (item, { index, attempt }) => seen.push([item, index, attempt]));
    expect(seen).toEqual([
      ["a", 0, 1],
      ["b", 1, 1],
    ]);
    expect(await batch).toEqual([fulfilled(1), fulfilled(2)]);
  });

  test("are those of a plain call: work gets no receiver", async () => {
    function work(this: unknown) {
      return this;
    }
    expect(await runBatch([1], work)).toEqual([fulfilled(undefined)]);
  });

  test("cover the list as it was at the call", async () => {
    const list = [1, 2];
    const batch = runBatch(list, async (item) => item, { concurrency: 1 });
    list.push(3);
    list[1] = 9;
    expect(await batch).toEqual([fulfilled(1), fulfilled(2)]);
  });
});

describe("concurrency", () => {
  async function startedOf(options: BatchOptions): Promise<number> {
    const gate = deferred();
    const work = vi.fn(() => gate.promise);
    const batch = runBatch(Array.from({ length: 20 }), work, options);
    await vi.advanceTimersByTimeAsync(0);
    const started = work.mock.calls.length;
    gate.resolve();
    expect(await batch).toHaveLength(20);
    return started;
  }

  test("is 8 by default", verifies("D4.defaults"), async () => {
    expect(await startedOf({})).toBe(8);
  });

  test.each([
    [{ concurrency: 1 }, 1],
    [{ concurrency: 3 }, 3],
    [{ concurrency: 100 }, 20],
    [{ concurrency: Infinity }, 20],
    [{ concurrency: 3, strategy: "sequential" }, 1],
  ] as const)("%o starts %d", verifies("D4.controls"), async (options, expected) => {
    expect(await startedOf(options)).toBe(expected);
  });

  test("an item starts as soon as another one ends", async () => {
    const starts: number[] = [];
    const batch = runBatch(
      [30, 10, 10],
      (delayMs) => {
        starts.push(performance.now());
        return sleep(delayMs);
      },
      { concurrency: 2 },
    );
    const origin = performance.now();
    await vi.advanceTimersByTimeAsync(30);
    await batch;
    expect(starts.map((start) => start - origin)).toEqual([0, 0, 10]);
  });
});

describe("by default", () => {
  test("there is no retry, timeout or throttle", verifies("D4.defaults"), async () => {
    const work = vi.fn(async () => {
      await sleep(1e9);
      throw new Error("slow and broken");
    });
    const batch = runBatch([1, 2], work);
    expect(work).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(2);
    await vi.advanceTimersByTimeAsync(1e9);
    expect(await batch).toEqual([rejected(expect.any(Error)), rejected(expect.any(Error))]);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test("every item has its result, null and undefined included", verifies("D4.defaults"), async () => {
    expect(await runBatch([null, undefined, 0], async (item) => item)).toEqual([fulfilled(null), fulfilled(undefined), fulfilled(0)]);
  });

  test("a failure leaves its siblings alone", verifies("D4.raised"), async () => {
    const items = await runBatch([1, 2, 3], (item) => (item === 1 ? Promise.reject("broken") : item), { concurrency: 1 });
    expect(items).toEqual([rejected("broken"), fulfilled(2), fulfilled(3)]);
  });
});

describe("sequential", () => {
  test("runs one after another, in order", verifies("D4.sequential"), async () => {
    const log: string[] = [];
    const batch = runBatch(
      [20, 10],
      async (delayMs) => {
        log.push(`${delayMs} starts`);
        await sleep(delayMs);
        log.push(`${delayMs} ends`);
      },
      { strategy: "sequential" },
    );
    await vi.advanceTimersByTimeAsync(30);
    await batch;
    expect(log).toEqual(["20 starts", "20 ends", "10 starts", "10 ends"]);
  });

  test("goes on after a failure, unless siblings stop", verifies("D4.sequential"), async () => {
    const work = (item: number) => (item === 1 ? Promise.reject("broken") : Promise.resolve(item));
    const run = (siblings: "isolate" | "stop" | "cancel") => runBatch([0, 1, 2, 3], work, { strategy: "sequential", siblings });
    expect(await run("isolate")).toEqual([fulfilled(0), rejected("broken"), fulfilled(2), fulfilled(3)]);
    for (const siblings of ["stop", "cancel"] as const) {
      expect(await run(siblings)).toEqual([fulfilled(0), rejected("broken"), skipped("sibling"), skipped("sibling")]);
    }
  });

  test("keeps timeout, throttle and retry", verifies("D4.controls"), async () => {
    const starts: string[] = [];
    const origin = performance.now();
    const batch = runBatch(
      ["a", "b"],
      async (item, { attempt, signal }) => {
        starts.push(`${item}${attempt} at ${performance.now() - origin}`);
        if (attempt === 1) await untilAborted(signal);
        return item;
      },
      { strategy: "sequential", timeoutMs: 10, throttleMs: 100, retry: { attempts: 2, delayMs: 5 } },
    );
    await vi.advanceTimersByTimeAsync(200);
    expect(await batch).toEqual([
      { kind: "fulfilled", value: "a", attempts: 2 },
      { kind: "fulfilled", value: "b", attempts: 2 },
    ]);
    expect(starts).toEqual(["a1 at 0", "a2 at 15", "b1 at 100", "b2 at 115"]);
  });
});

describe("throttleMs", () => {
  test("keeps the starts apart; the first is at once, and no time is added at the end", verifies("D4.controls"), async () => {
    const starts: number[] = [];
    const origin = performance.now();
    const batch = runBatch([1, 2, 3], () => void starts.push(performance.now() - origin), { throttleMs: 50 });
    expect(starts).toEqual([0]);
    await vi.advanceTimersByTimeAsync(100);
    await batch;
    expect(starts).toEqual([0, 50, 100]);
  });

  test("is not added to the time that the cap makes an item wait anyway", async () => {
    const starts: number[] = [];
    const origin = performance.now();
    const work = () => {
      starts.push(performance.now() - origin);
      return sleep(80);
    };
    const batch = runBatch([1, 2, 3], work, { throttleMs: 50, concurrency: 1 });
    await vi.advanceTimersByTimeAsync(240);
    await batch;
    expect(starts).toEqual([0, 80, 160]);
  });

  test("does not delay the end of a stopped batch", async () => {
    const items = await runBatch([1, 2, 3], () => Promise.reject("broken"), { throttleMs: 50, siblings: "stop" });
    expect(items).toEqual([rejected("broken"), skipped("sibling"), skipped("sibling")]);
  });
});

describe("signal", () => {
  test("aborted before: everything is skipped, nothing runs", async () => {
    const work = vi.fn();
    expect(await runBatch([1, 2], work, { signal: AbortSignal.abort() })).toEqual([skipped("aborted"), skipped("aborted")]);
    expect(work).not.toHaveBeenCalled();
  });

  test("aborted: running work gets the reason, the rest is skipped, and the batch waits for the running work", async () => {
    const controller = new AbortController();
    const reasons: unknown[] = [];
    const cleanup = deferred();
    const settled = vi.fn();
    const work = async (item: number, { signal }: BatchContext) => {
      await untilAborted(signal).catch((reason) => reasons.push(reason));
      if (item === 0) await cleanup.promise;
      return item;
    };
    const batch = runBatch([0, 1, 2, 3], work, { concurrency: 2, signal: controller.signal });
    void batch.then(settled);
    controller.abort("enough");
    await vi.advanceTimersByTimeAsync(0);
    expect(reasons).toEqual(["enough", "enough"]);
    expect(settled).not.toHaveBeenCalled();
    cleanup.resolve();
    expect(await batch).toEqual([fulfilled(0), fulfilled(1), skipped("aborted"), skipped("aborted")]);
  });

  test("aborted by synchronous work: the next item does not start", async () => {
    const controller = new AbortController();
    const batch = runBatch([1, 2], () => controller.abort(), { signal: controller.signal });
    expect(await batch).toEqual([fulfilled(undefined), skipped("aborted")]);
  });

  test("aborted while the throttle holds items back: they are skipped at once", async () => {
    const controller = new AbortController();
    const batch = runBatch([1, 2], (item) => item, { throttleMs: 1000, signal: controller.signal });
    controller.abort();
    expect(await batch).toEqual([fulfilled(1), skipped("aborted")]);
  });

  test("carries one listener during the batch, however many items read theirs, and none afterwards", async () => {
    const { signal } = new AbortController();
    const counts = new Set<number>();
    const work = async (_item: unknown, context: BatchContext) => {
      counts.add(getEventListeners(signal, "abort").length);
      return context.signal.aborted;
    };
    await runBatch(Array.from({ length: 100 }), work, { signal });
    expect([...counts]).toEqual([1]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("a large batch", () => {
  const numbers = Array.from({ length: 100_000 }, (_, index) => index);

  test.each([1, 8, Infinity])("of 100,000 items runs whole at a cap of %d", async (concurrency) => {
    const items = await runBatch(numbers, async (item) => item, { concurrency });
    expect(items).toHaveLength(100_000);
    expect(items.every((item, index) => item.kind === "fulfilled" && item.value === index)).toBe(true);
  });

  test("of synchronous work, or of work that is skipped, needs no deep stack", async () => {
    const failing = () => {
      throw new Error("broken");
    };
    const items = await runBatch(numbers, failing, { siblings: "stop" });
    expect(items.at(-1)).toEqual(skipped("sibling"));
    const isolated = await runBatch(numbers, failing);
    expect(isolated.every((item) => item.kind === "rejected")).toBe(true);
  });
});
