import { verifies } from "@acta/requirements";
import { deferred } from "@acta/test-kit";
import { describe, expect, test } from "vitest";
import { nextTurn } from "../test/next-turn.js";
import { untilAborted } from "../test/sleep.js";
import type { BatchContext } from "./batch-item.js";
import { runBatch } from "./run-batch.js";
import { SiblingFailed } from "./sibling-failed.js";

describe("siblings: cancel", () => {
  test("running items are aborted with SiblingFailed, the rest is skipped", verifies("D4.raised"), async () => {
    const error = new Error("broken");
    const work = (item: number, { signal }: BatchContext) => (item === 1 ? Promise.reject(error) : untilAborted(signal));
    const [first, failed, running, unstarted] = await runBatch([0, 1, 2, 3], work, { concurrency: 3, siblings: "cancel" });
    expect(failed).toEqual({ kind: "rejected", error, attempts: 1 });
    for (const item of [first, running]) {
      expect(item).toMatchObject({ kind: "rejected", error: { code: "sibling_failed", index: 1, cause: error } });
    }
    expect(unstarted).toEqual({ kind: "skipped", reason: "sibling" });
  });

  test("an item that ends well in spite of the abort keeps its value", verifies("D4.raised"), async () => {
    const work = async (item: number, { signal }: BatchContext) => {
      if (item === 1) throw new Error("broken");
      return untilAborted(signal).catch((reason) => SiblingFailed.isInstance(reason));
    };
    const [first] = await runBatch([0, 1], work, { siblings: "cancel" });
    expect(first).toEqual({ kind: "fulfilled", value: true, attempts: 1 });
  });

  test("an item that had ended is left alone", async () => {
    const signals: AbortSignal[] = [];
    const work = async (item: number, { signal }: BatchContext) => {
      signals.push(signal);
      if (item === 1) throw new Error("broken");
    };
    await runBatch([0, 1], work, { siblings: "cancel", concurrency: 1 });
    expect(signals.map((signal) => signal.aborted)).toEqual([false, false]);
  });

  test("the item that failed is not aborted for its own failure, though it was synchronous", async () => {
    const signals: AbortSignal[] = [];
    const work = (_item: number, { signal }: BatchContext) => {
      signals.push(signal);
      throw new Error("broken");
    };
    await runBatch([0], work, { siblings: "cancel" });
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
  });

  test("only the first failure is the reason", async () => {
    const reasons: unknown[] = [];
    const gate = deferred();
    const work = async (item: number, { signal }: BatchContext) => {
      if (item === 2) {
        signal.addEventListener("abort", () => reasons.push(signal.reason.index));
        await gate.promise;
        return;
      }
      if (item === 1) gate.resolve();
      throw new Error("broken");
    };
    await runBatch([2, 0, 1], work, { siblings: "cancel" });
    expect(reasons).toEqual([1]);
  });

  test("after a sibling's failure the caller's abort changes nothing", async () => {
    const controller = new AbortController();
    const gate = deferred();
    const work = async (item: number, { signal }: BatchContext) => {
      if (item === 0) throw new Error("broken");
      await gate.promise;
      return signal.reason.code;
    };
    const batch = runBatch([0, 1, 2], work, { siblings: "cancel", concurrency: 2, signal: controller.signal });
    await nextTurn();
    controller.abort("caller");
    gate.resolve();
    expect((await batch).slice(1)).toEqual([
      { kind: "fulfilled", value: "sibling_failed", attempts: 1 },
      { kind: "skipped", reason: "sibling" },
    ]);
  });

  test("a retry that waits is given up", async () => {
    const work = (item: number) => Promise.reject(item);
    const items = await runBatch([0, 1], work, { siblings: "cancel", retry: { attempts: 2, delayMs: 1e6, when: (error) => error === 0 } });
    expect(items).toEqual([
      { kind: "rejected", error: expect.any(SiblingFailed), attempts: 1 },
      { kind: "rejected", error: 1, attempts: 1 },
    ]);
  });
});

describe("siblings: stop", () => {
  test("nothing more starts, what runs goes on", verifies("D4.raised"), async () => {
    const gate = deferred();
    const work = async (item: number, { signal }: BatchContext) => {
      if (item === 1) throw new Error("broken");
      await gate.promise;
      return signal.aborted;
    };
    const batch = runBatch([0, 1, 2], work, { concurrency: 2, siblings: "stop" });
    gate.resolve();
    expect(await batch).toEqual([
      { kind: "fulfilled", value: false, attempts: 1 },
      { kind: "rejected", error: expect.any(Error), attempts: 1 },
      { kind: "skipped", reason: "sibling" },
    ]);
  });

  test("the caller's abort still reaches what runs", async () => {
    const controller = new AbortController();
    const work = (item: number, { signal }: BatchContext) => (item === 1 ? Promise.reject("broken") : untilAborted(signal));
    const batch = runBatch([0, 1, 2], work, { concurrency: 2, siblings: "stop", signal: controller.signal });
    await nextTurn();
    controller.abort("caller");
    expect(await batch).toEqual([
      { kind: "rejected", error: "caller", attempts: 1 },
      { kind: "rejected", error: "broken", attempts: 1 },
      { kind: "skipped", reason: "sibling" },
    ]);
  });
});

describe("isFailure", () => {
  test("makes a value count as failed, and leaves it a value", verifies("D4.raised"), async () => {
    const items = await runBatch([1, -1, 2], (item) => item, { siblings: "stop", isFailure: (value) => value < 0 });
    expect(items).toEqual([
      { kind: "fulfilled", value: 1, attempts: 1 },
      { kind: "fulfilled", value: -1, attempts: 1 },
      { kind: "skipped", reason: "sibling" },
    ]);
  });

  test("of a cancelled batch: the reason has no cause, because there was no error", async () => {
    const work = (item: number, { signal }: BatchContext) => (item === 1 ? "bad" : untilAborted(signal));
    const [first] = await runBatch([0, 1], work, { siblings: "cancel", isFailure: (value) => value === "bad" });
    expect(first).toMatchObject({ error: { code: "sibling_failed", index: 1 } });
    expect((first as unknown as { error: object }).error).not.toHaveProperty("cause");
  });

  test.each([1, Promise.resolve(1)])("that throws makes the item fail with its error", async (value) => {
    const isFailure = () => {
      throw "judge";
    };
    const items = await runBatch([0, 1], () => value, { concurrency: 1, siblings: "stop", isFailure });
    expect(items).toEqual([
      { kind: "rejected", error: "judge", attempts: 1 },
      { kind: "skipped", reason: "sibling" },
    ]);
  });
});
