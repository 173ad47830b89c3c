import { verifies } from "@acta/requirements";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { BatchOptions } from "./batch-options.js";
import { runBatch } from "./run-batch.js";

/** Work that ends after some turns of the event loop's microtasks; 0 means synchronously. */
interface Task {
  readonly turns: number;
  readonly fails: boolean;
}

const task: fc.Arbitrary<Task> = fc.record({ turns: fc.nat(6), fails: fc.boolean() });

const schedule: fc.Arbitrary<BatchOptions> = fc.record({
  strategy: fc.constantFrom("concurrent", "sequential"),
  concurrency: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(Infinity)),
});

/** Runs tasks, and watches from outside what a batch promises. */
async function watch(tasks: readonly Task[], options: BatchOptions<number>) {
  const started: number[] = [];
  let running = 0;
  let mostRunning = 0;
  const end = (index: number, fails: boolean) => {
    running -= 1;
    if (fails) throw index;
    return index;
  };
  const endLater = async (index: number, { turns, fails }: Task) => {
    for (let turn = 0; turn < turns; turn++) await undefined;
    return end(index, fails);
  };
  const items = await runBatch(
    tasks,
    (each, { index }) => {
      started.push(index);
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      return each.turns === 0 ? end(index, each.fails) : endLater(index, each);
    },
    options,
  );
  return { items, started, mostRunning };
}

const expectedItem = ({ fails }: Task, index: number) =>
  fails ? { kind: "rejected", error: index, attempts: 1 } : { kind: "fulfilled", value: index, attempts: 1 };

test("every input has its own item, in input order", verifies("D4.order", "D4.controls"), () =>
  fc.assert(
    fc.asyncProperty(fc.array(task), schedule, async (tasks, options) => {
      const { items } = await watch(tasks, options);
      expect(items).toEqual(tasks.map(expectedItem));
    }),
  ),
);

test("items start once, in input order, never more at a time than allowed", verifies("D4.controls"), () =>
  fc.assert(
    fc.asyncProperty(fc.array(task), schedule, async (tasks, options) => {
      const { started, mostRunning } = await watch(tasks, options);
      expect(started).toEqual(tasks.map((_, index) => index));
      expect(mostRunning).toBeLessThanOrEqual(options.strategy === "sequential" ? 1 : (options.concurrency ?? 8));
    }),
  ),
);

test("a place that is free is used", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ turns: fc.integer({ min: 1, max: 6 }), fails: fc.boolean() })),
      fc.integer({ min: 1, max: 6 }),
      async (tasks, concurrency) => {
        const { mostRunning } = await watch(tasks, { concurrency });
        expect(mostRunning).toBe(Math.min(tasks.length, concurrency));
      },
    ),
  ));

test("after a failure, what was started ends and the rest is skipped", verifies("D4.raised"), () =>
  fc.assert(
    fc.asyncProperty(fc.array(task), schedule, fc.constantFrom("stop", "cancel"), async (tasks, options, siblings) => {
      const { items, started } = await watch(tasks, { ...options, siblings });
      expect(items).toHaveLength(tasks.length);
      for (const [index, each] of tasks.entries()) {
        const wasStarted = index < started.length;
        expect(items[index]).toEqual(wasStarted ? expectedItem(each, index) : { kind: "skipped", reason: "sibling" });
      }
      const firstFailure = tasks.findIndex(({ fails }) => fails);
      if (firstFailure === -1) expect(started).toHaveLength(tasks.length);
      else if (options.strategy === "sequential") expect(started).toHaveLength(firstFailure + 1);
      else expect(started.length).toBeGreaterThan(firstFailure);
    }),
  ),
);
