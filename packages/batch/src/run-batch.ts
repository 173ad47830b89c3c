import type { BatchItem, BatchWork } from "./batch-item.js";
import type { BatchOptions } from "./batch-options.js";
import { readBatchOptions } from "./batch-plan.js";
import { BatchRun } from "./batch-run.js";
import { InvalidOptions } from "./invalid-options.js";
import { readSafely, requireFunction } from "./options-reader.js";

/**
 * Runs `work` over a list: one `BatchItem` per input, in input order. Never rejects for what `work` did; rejects with
 * `InvalidOptions` before anything runs. After an abort it resolves when the running work has ended. (ADR-0012 D4)
 *
 * Synchronous work runs within the call, without a promise an item. List and options are read once, at the start.
 */
export async function runBatch<T, R>(items: readonly T[], work: BatchWork<T, R>, options: BatchOptions<R> = {}): Promise<BatchItem<R>[]> {
  const { inputs, plan } = readSafely(() => {
    if (!Array.isArray(items)) throw new InvalidOptions("The items must be an array.");
    requireFunction(work, "work");
    return { inputs: Array.from<T>(items), plan: readBatchOptions(options) };
  });
  return new BatchRun(inputs, work, plan).run();
}
