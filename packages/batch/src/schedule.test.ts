import { getEventListeners } from "node:events";
import { verifies } from "@acta/requirements";
import { deferred } from "@acta/test-kit";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { schedule } from "./schedule.js";
import type { ScheduleOptions } from "./schedule-options.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test("gives one item per input, in input order, whatever the work does", verifies("D4.order"), async () => {
  const work = (item: string, index: number) => {
    if (index === 0) throw item;
    return index === 1 ? Promise.reject(item) : Promise.resolve(`${item}${index}`);
  };
  expect(await schedule(["a", "b", "c"], work)).toEqual([
    { kind: "rejected", error: "a", attempts: 1 },
    { kind: "rejected", error: "b", attempts: 1 },
    { kind: "fulfilled", value: "c2", attempts: 1 },
  ]);
});

test.each<[ScheduleOptions, number]>([
  [{}, 8],
  [{ concurrency: 3 }, 3],
  [{ concurrency: Infinity }, 20],
  [{ concurrency: 3, strategy: "sequential" }, 1],
])("%o runs %d at a time", verifies("D4.controls"), async (options, expected) => {
  const gate = deferred();
  const work = vi.fn(() => gate.promise);
  const items = schedule(Array.from({ length: 20 }), work, options);
  expect(work).toHaveBeenCalledTimes(expected);
  gate.resolve();
  expect(await items).toHaveLength(20);
});

test("throttles the starts", async () => {
  const starts: number[] = [];
  const origin = performance.now();
  const items = schedule([1, 2, 3], () => void starts.push(performance.now() - origin), { throttleMs: 50 });
  await vi.runAllTimersAsync();
  await items;
  expect(starts).toEqual([0, 50, 100]);
});

test("after an abort nothing more starts, what runs keeps its own end, and no listener stays", async () => {
  const controller = new AbortController();
  const gate = deferred<string>();
  const items = schedule([1, 2], () => gate.promise, { concurrency: 1, signal: controller.signal });
  controller.abort();
  gate.resolve("done");
  expect(await items).toEqual([
    { kind: "fulfilled", value: "done", attempts: 1 },
    { kind: "skipped", reason: "aborted" },
  ]);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("junk is refused before anything runs", async () => {
  const work = vi.fn();
  const junk: unknown[] = [
    null,
    { strategy: "parallel" },
    { concurrency: 0 },
    { throttleMs: -1 },
    { signal: {} },
    { signal: { aborted: false, addEventListener() {} } },
  ];
  for (const options of junk) {
    await expect(schedule([1], work, options as ScheduleOptions)).rejects.toMatchObject({ code: "invalid_options" });
  }
  await expect(schedule("ab" as unknown as string[], work)).rejects.toMatchObject({ code: "invalid_options" });
  expect(work).not.toHaveBeenCalled();
});
