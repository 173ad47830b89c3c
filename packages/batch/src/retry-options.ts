import { boolean, count, finite, optionalFunction, requireFunction, requireObject } from "./options-reader.js";

/** How often, and after which waits, something is tried. */
export interface RetryOptions {
  /** Runs in all, the first included: an integer >= 1, or Infinity. */
  readonly attempts: number;
  /** Milliseconds before the second attempt. Default 0: no wait. */
  readonly delayMs?: number | undefined;
  /** What each further wait is multiplied by, >= 1. Default 2. */
  readonly factor?: number | undefined;
  /** Wait a random part of each delay, so that many callers don't come back together. Default false. */
  readonly jitter?: boolean | undefined;
  /** The source of `jitter`: a number in [0, 1). Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Whether an error is worth another attempt. Default: every error is. If it throws, that error ends the retries. */
  readonly when?: ((error: unknown) => boolean | PromiseLike<boolean>) | undefined;
}

/** Retry options, read once, checked, with the defaults filled in. */
export type RetryPlan = { readonly [Key in Exclude<keyof RetryOptions, "when">]-?: NonNullable<RetryOptions[Key]> } & {
  readonly when: RetryOptions["when"];
};

/** Throws `InvalidOptions`. */
export function readRetryOptions(options: RetryOptions): RetryPlan {
  requireObject(options, "retry");
  const { attempts, delayMs = 0, factor = 2, jitter = false, random = Math.random, when } = options;
  requireFunction(random, "random");
  return {
    attempts: count(attempts, "attempts"),
    delayMs: finite(delayMs, "delayMs", 0),
    factor: finite(factor, "factor", 1),
    jitter: boolean(jitter, "jitter"),
    random,
    when: optionalFunction(when, "when"),
  };
}
