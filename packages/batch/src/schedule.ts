import { AbortScope } from "./abort-scope.js";
import type { BatchItem } from "./batch-item.js";
import { ListRun } from "./list-run.js";
import { readArguments } from "./options-reader.js";
import { readScheduleOptions, type ScheduleOptions } from "./schedule-options.js";
import { settle } from "./settle.js";

/**
 * Runs `work` once over each item of a list: `runBatch` without attempts, timeouts and sibling policies, for work that knows itself when to
 * end. One `BatchItem` per input, in input order. Rejects with `InvalidOptions` before anything runs, never for what `work` did; after an
 * abort it resolves when the running work has ended. (ADR-0012 D4)
 */
export async function schedule<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R | PromiseLike<R>,
  options: ScheduleOptions = {},
): Promise<BatchItem<R>[]> {
  const { inputs, plan } = readArguments(items, work, () => readScheduleOptions(options));
  const perform = (index: number) => settle(() => work(inputs[index] as T, index), 1);
  return new ListRun<R>(inputs.length, perform, plan).run(new AbortScope(plan.signal));
}
