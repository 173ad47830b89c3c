import { verifies } from "@acta/requirements";
import { deferred } from "@acta/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sleep, untilAborted } from "../test/sleep.js";
import type { BatchContext } from "./batch-item.js";
import { BatchTimeout } from "./batch-timeout.js";
import { runBatch } from "./run-batch.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const timedOut = (attempts: number) => ({ kind: "rejected", error: expect.any(BatchTimeout), attempts });

describe("timeoutMs", () => {
  test("is hard: the item is rejected on time, the signal aborted, a late result dropped", verifies("D4.timeout"), async () => {
    const late = deferred<string>();
    const reasons: unknown[] = [];
    const work = (_item: number, { signal }: BatchContext) => {
      signal.addEventListener("abort", () => reasons.push(signal.reason));
      return late.promise;
    };
    const batch = runBatch([0], work, { timeoutMs: 50 });
    await vi.advanceTimersByTimeAsync(50);
    const [item] = await batch;
    expect(item).toMatchObject({ kind: "rejected", error: { code: "timed_out", timeoutMs: 50 }, attempts: 1 });
    expect(reasons).toEqual([item?.kind === "rejected" && item.error]);
    late.reject(new Error("too late"));
    await vi.runAllTimersAsync();
    expect(await batch).toEqual([item]);
  });

  test("runs from the item's start, not while it waits for its turn", verifies("D4.timeout"), async () => {
    const batch = runBatch([0, 1, 2], () => sleep(40), { timeoutMs: 50, concurrency: 1 });
    await vi.advanceTimersByTimeAsync(120);
    expect((await batch).map((item) => item.kind)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  });

  test("counts a result that arrives before the timer", verifies("D4.timeout"), async () => {
    const batch = runBatch([0], () => sleep(49), { timeoutMs: 50 });
    await vi.advanceTimersByTimeAsync(49);
    expect(await batch).toMatchObject([{ kind: "fulfilled" }]);
  });

  test("frees the place of the item that hangs", verifies("D4.timeout"), async () => {
    const work = (item: number) => (item === 0 ? new Promise<never>(() => {}) : item);
    const batch = runBatch([0, 1], work, { timeoutMs: 50, concurrency: 1 });
    await vi.advanceTimersByTimeAsync(50);
    expect(await batch).toEqual([timedOut(1), { kind: "fulfilled", value: 1, attempts: 1 }]);
  });

  test("aborts a signal that is read only afterwards", async () => {
    const late = deferred();
    const reasons: unknown[] = [];
    const work = async (_item: number, context: BatchContext) => {
      await late.promise;
      reasons.push(context.signal.reason);
    };
    const batch = runBatch([0], work, { timeoutMs: 50 });
    await vi.advanceTimersByTimeAsync(50);
    await batch;
    late.resolve();
    await vi.runAllTimersAsync();
    expect(reasons).toEqual([expect.any(BatchTimeout)]);
  });

  test("is a failure like any other to the siblings", async () => {
    const batch = runBatch([0, 1], () => new Promise(() => {}), { timeoutMs: 50, concurrency: 1, siblings: "stop" });
    await vi.advanceTimersByTimeAsync(50);
    expect(await batch).toEqual([timedOut(1), { kind: "skipped", reason: "sibling" }]);
  });

  test.each([Infinity, 2 ** 40])("of %d does not wrap round to no time at all", async (timeoutMs) => {
    const batch = runBatch([0], () => sleep(1000), { timeoutMs });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await batch).toMatchObject([{ kind: "fulfilled" }]);
  });
});

describe("a retry after a timeout", () => {
  test("starts once the late attempt has ended", verifies("D4.timeout"), async () => {
    const log: string[] = [];
    const work = async (_item: number, { attempt, signal }: BatchContext) => {
      log.push(`start ${attempt}`);
      if (attempt === 1) {
        await untilAborted(signal).catch(() => sleep(20));
        log.push("end 1");
      }
      return attempt;
    };
    const batch = runBatch([0], work, { timeoutMs: 50, retry: { attempts: 3 } });
    await vi.advanceTimersByTimeAsync(70);
    expect(await batch).toEqual([{ kind: "fulfilled", value: 2, attempts: 2 }]);
    expect(log).toEqual(["start 1", "end 1", "start 2"]);
  });

  test("does not come if the late attempt has not ended after the same time again", verifies("D4.timeout"), async () => {
    const work = vi.fn(() => new Promise(() => {}));
    const batch = runBatch([0], work, { timeoutMs: 50, retry: { attempts: 3 } });
    await vi.advanceTimersByTimeAsync(99);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await batch).toEqual([timedOut(1)]);
    expect(work).toHaveBeenCalledOnce();
  });

  test("does not come after the caller's abort", verifies("D4.timeout"), async () => {
    const controller = new AbortController();
    const work = vi.fn(() => new Promise(() => {}));
    const batch = runBatch([0], work, { timeoutMs: 50, retry: { attempts: 3 }, signal: controller.signal });
    await vi.advanceTimersByTimeAsync(60);
    controller.abort();
    expect(await batch).toEqual([timedOut(1)]);
    expect(work).toHaveBeenCalledOnce();
  });

  test("does not come where nobody wants it", async () => {
    const batch = runBatch([0], () => new Promise(() => {}), {
      timeoutMs: 50,
      retry: { attempts: 3, when: (error) => !BatchTimeout.isInstance(error) },
    });
    await vi.advanceTimersByTimeAsync(50);
    expect(await batch).toEqual([timedOut(1)]);
  });
});
