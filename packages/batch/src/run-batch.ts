import { AbortScope } from "./abort-scope.js";
import { AttemptContext } from "./attempt-context.js";
import type { BatchItem, BatchWork } from "./batch-item.js";
import { type BatchOptions, readBatchOptions } from "./batch-options.js";
import { LazySignal } from "./lazy-signal.js";
import { hasEnded, limitTime } from "./limit-time.js";
import { ListRun, type OnFailure } from "./list-run.js";
import { readArguments } from "./options-reader.js";
import { repeat } from "./repeat.js";
import { type Settling, settle } from "./settle.js";
import { SiblingFailed } from "./sibling-failed.js";

/**
 * Runs `work` over a list: one `BatchItem` per input, in input order. Never rejects for what `work` did; rejects with
 * `InvalidOptions` before anything runs. After an abort it resolves when the running work has ended. (ADR-0012 D4)
 *
 * Synchronous work runs within the call, without a promise an item. List and options are read once, at the start.
 */
export async function runBatch<T, R>(items: readonly T[], work: BatchWork<T, R>, options: BatchOptions<R> = {}): Promise<BatchItem<R>[]> {
  const { inputs, plan } = readArguments(items, work, () => readBatchOptions(options));
  const { schedule, retry, timeoutMs, isFailure, siblings } = plan;
  const scope = new AbortScope(schedule.signal);

  const attemptOnce = (index: number, attempt: number): Settling<R> => {
    const lazy = new LazySignal(scope);
    const context = new AttemptContext(index, attempt, lazy);
    const settling = settle(() => work(inputs[index] as T, context), attempt, isFailure, lazy);
    return settling instanceof Promise && timeoutMs < Infinity ? limitTime(settling, timeoutMs, attempt, lazy) : settling;
  };

  const perform = (index: number): Settling<R> => {
    if (retry === undefined || retry.attempts === 1) return attemptOnce(index, 1);
    return repeat(
      (attempt) => attemptOnce(index, attempt),
      retry,
      scope,
      (settled) => hasEnded(settled, timeoutMs, scope),
    );
  };

  const onFailure: OnFailure<R> = (index, item) => {
    if (siblings === "isolate") return;
    run.stop("sibling");
    if (siblings === "cancel") scope.abort(new SiblingFailed(index, item.kind === "rejected" ? { cause: item.error } : {}));
  };

  const run = new ListRun(inputs.length, perform, schedule, onFailure);
  return run.run(scope);
}
