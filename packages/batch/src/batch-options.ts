import type { AbortSignalLike } from "./abort-signal-like.js";
import type { RetryOptions } from "./retry-options.js";

/**
 * How a batch is run. Read once, before anything runs: changing the object afterwards changes nothing. (ADR-0012 D4)
 * `R` is what `work` results in.
 */
export interface BatchOptions<R = unknown> {
  /** `sequential`: one after another, in input order, whatever `concurrency` says. Default `concurrent`. */
  readonly strategy?: "concurrent" | "sequential" | undefined;
  /** Items running at a time: an integer >= 1, or Infinity. Default 8. */
  readonly concurrency?: number | undefined;
  /** Milliseconds for each attempt of each item, from its start. Default: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds at least between the starts of two items; the first starts at once. Default 0. */
  readonly throttleMs?: number | undefined;
  /** Attempts of each item. Default: one. */
  readonly retry?: RetryOptions | undefined;
  /** After an item failed for good: `isolate` goes on; `stop` starts no more; `cancel` also aborts what runs. Default `isolate`. */
  readonly siblings?: "isolate" | "stop" | "cancel" | undefined;
  /** A fulfilled value that counts as failed, for `siblings` and `retry`. If it throws, the item is rejected with that error. */
  readonly isFailure?: ((value: R) => boolean) | undefined;
  /** Aborted: what has not started is skipped, what runs has its own signal aborted with the same reason. */
  readonly signal?: AbortSignalLike | undefined;
}
