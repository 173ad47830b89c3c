import { DeadlineExceeded } from "@acta/event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AnswerBody } from "./answer.js";
import { withDeadline } from "./deadline.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const done: AnswerBody = { kind: "returned" };
const never = () => new Promise<AnswerBody>(() => {});

test("work that ends in time leaves no timer and no listener", async () => {
  const { signal } = new AbortController();
  const removed = vi.spyOn(signal, "removeEventListener");
  expect(await withDeadline({ signal, leftMs: 50, graceMs: 5 }, async () => done)).toBe(done);
  expect(await withDeadline({ signal, leftMs: null, graceMs: 5 }, async () => done)).toBe(done);
  await expect(withDeadline({ signal, leftMs: 50, graceMs: 5 }, () => Promise.reject(new Error("x")))).rejects.toThrow("x");
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(removed.mock.calls.length).toBeGreaterThan(2);
});

test("work is told to stop at its deadline, and given up a grace later", async () => {
  let limit: AbortSignal | undefined;
  const answer = withDeadline({ signal: new AbortController().signal, leftMs: 50, graceMs: 5 }, (signal) => {
    limit = signal;
    return never();
  });
  await vi.advanceTimersByTimeAsync(49);
  expect(limit?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(DeadlineExceeded.isInstance(limit?.reason)).toBe(true);
  await vi.advanceTimersByTimeAsync(5);
  expect(await answer).toEqual({ kind: "stopped", confirmed: false, executed: "unknown" });
});

test("a caller's abort comes through, before or meanwhile; what ends within the grace is heard", async () => {
  for (const leftMs of [null, 50]) {
    const controller = new AbortController();
    const answer = withDeadline({ signal: controller.signal, leftMs, graceMs: 5 }, (signal) => {
      return new Promise((resolve) => signal.addEventListener("abort", () => setTimeout(resolve, 4, done)));
    });
    controller.abort("enough");
    await vi.advanceTimersByTimeAsync(4);
    expect(await answer).toBe(done);
    const late = withDeadline({ signal: AbortSignal.abort(), leftMs, graceMs: 5 }, never);
    await vi.advanceTimersByTimeAsync(5);
    expect(await late).toMatchObject({ kind: "stopped", confirmed: false });
  }
});

test("a grace beyond what a timer takes is long, instead of over", async () => {
  const answer = withDeadline({ signal: AbortSignal.abort(), leftMs: null, graceMs: 2 ** 40 }, () => {
    return new Promise((resolve) => setTimeout(resolve, 1_000_000, done));
  });
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(await answer).toBe(done);
});

test("a deadline beyond what a timer takes is none, instead of one that is over", async () => {
  let limit: AbortSignal | undefined;
  void withDeadline({ signal: new AbortController().signal, leftMs: 2 ** 40, graceMs: 5 }, (signal) => {
    limit = signal;
    return never();
  });
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(limit?.aborted).toBe(false);
});
