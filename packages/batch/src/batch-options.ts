import type { AbortSignalLike } from "./abort-signal-like.js";
import { check, oneOf, optionalFunction } from "./options-reader.js";
import { type RetryOptions, type RetryPlan, readRetryOptions } from "./retry-options.js";
import { readScheduleOptions, type ScheduleOptions, type SchedulePlan } from "./schedule-options.js";
import type { IsFailure } from "./settle.js";

/** How a batch is run. `R` is what `work` results in. (ADR-0012 D4) */
export interface BatchOptions<R = unknown> extends ScheduleOptions {
  /** Milliseconds for each attempt of each item, from its start. Default: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Attempts of each item. Default: one. */
  readonly retry?: RetryOptions | undefined;
  /** After an item failed for good: `isolate` goes on; `stop` starts no more; `cancel` also aborts what runs. Default `isolate`. */
  readonly siblings?: "isolate" | "stop" | "cancel" | undefined;
  /** A fulfilled value that counts as failed, for `siblings` and `retry`. If it throws, the item is rejected with that error. */
  readonly isFailure?: ((value: R) => boolean | PromiseLike<boolean>) | undefined;
  /** Aborted: what has not started is skipped, what runs has its own signal aborted with the same reason. */
  readonly signal?: AbortSignalLike | undefined;
}

/** Batch options, read once, checked, with the defaults filled in. */
export interface BatchPlan<R> {
  readonly schedule: SchedulePlan;
  readonly timeoutMs: number;
  /** Undefined: one attempt. */
  readonly retry: RetryPlan | undefined;
  readonly siblings: "isolate" | "stop" | "cancel";
  readonly isFailure: IsFailure<R>;
}

/** Throws `InvalidOptions`. */
export function readBatchOptions<R>(options: BatchOptions<R>): BatchPlan<R> {
  const schedule = readScheduleOptions(options);
  const { timeoutMs = Infinity, retry, siblings = "isolate", isFailure } = options;
  check(typeof timeoutMs === "number" && timeoutMs >= 0, "timeoutMs", "a number of at least 0");
  return {
    schedule,
    timeoutMs,
    retry: retry === undefined ? undefined : readRetryOptions(retry),
    siblings: oneOf(siblings, "siblings", ["isolate", "stop", "cancel"]),
    isFailure: optionalFunction(isFailure, "isFailure"),
  };
}
