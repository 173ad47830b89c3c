import { InvalidOptions } from "./invalid-options.js";
import { count, finite, optionalFunction, requireObject } from "./options-reader.js";
import type { RetryOptions } from "./retry-options.js";

/** Retry options, read once, checked, with the defaults filled in. */
export type RetryPlan = { readonly [Key in Exclude<keyof RetryOptions, "when">]-?: NonNullable<RetryOptions[Key]> } & {
  readonly when: RetryOptions["when"];
};

export const SINGLE_ATTEMPT: RetryPlan = { attempts: 1, delayMs: 0, factor: 2, jitter: false, random: Math.random, when: undefined };

/** Throws `InvalidOptions`. */
export function readRetryOptions(options: RetryOptions): RetryPlan {
  requireObject(options, "The retry options");
  const { attempts, delayMs = 0, factor = 2, jitter = false, random = Math.random, when } = options;
  if (typeof jitter !== "boolean") throw new InvalidOptions('"jitter" must be true or false.');
  if (typeof random !== "function") throw new InvalidOptions('"random" must be a function.');
  return {
    attempts: count(attempts, "attempts"),
    delayMs: finite(delayMs, "delayMs", 0),
    factor: finite(factor, "factor", 1),
    jitter,
    random,
    when: optionalFunction(when, "when"),
  };
}
