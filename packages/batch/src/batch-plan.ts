import type { AbortSignalLike } from "./abort-signal-like.js";
import type { BatchOptions } from "./batch-options.js";
import { InvalidOptions } from "./invalid-options.js";
import { count, finite, oneOf, optionalFunction, optionalSignal, requireObject } from "./options-reader.js";
import { type RetryPlan, readRetryOptions, SINGLE_ATTEMPT } from "./retry-plan.js";
import type { IsFailure } from "./settle.js";

/** Batch options, read once, checked, with the defaults filled in. */
export interface BatchPlan<R> {
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly throttleMs: number;
  readonly retry: RetryPlan;
  readonly siblings: "isolate" | "stop" | "cancel";
  readonly isFailure: IsFailure<R>;
  readonly signal: AbortSignalLike | undefined;
}

const DEFAULT_CONCURRENCY = 8;

/** Throws `InvalidOptions`. */
export function readBatchOptions<R>(options: BatchOptions<R>): BatchPlan<R> {
  requireObject(options, "The batch options");
  const { strategy = "concurrent", concurrency = DEFAULT_CONCURRENCY, timeoutMs = Number.POSITIVE_INFINITY, throttleMs = 0 } = options;
  const { retry, siblings = "isolate", isFailure, signal } = options;
  const cap = count(concurrency, "concurrency");
  if (typeof timeoutMs !== "number" || !(timeoutMs >= 0)) throw new InvalidOptions('"timeoutMs" must be a number of at least 0.');
  return {
    concurrency: oneOf(strategy, "strategy", ["concurrent", "sequential"]) === "sequential" ? 1 : cap,
    timeoutMs,
    throttleMs: finite(throttleMs, "throttleMs", 0),
    retry: retry === undefined ? SINGLE_ATTEMPT : readRetryOptions(retry),
    siblings: oneOf(siblings, "siblings", ["isolate", "stop", "cancel"]),
    isFailure: optionalFunction(isFailure, "isFailure"),
    signal: optionalSignal(signal),
  };
}
