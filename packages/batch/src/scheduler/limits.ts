import { check, count, finite, requireObject } from "../options-reader.js";

/** A token bucket: each start takes a token. It is full in the beginning. */
export interface Rate {
  /** Tokens that the bucket holds, so the starts that may come at once: an integer >= 1. */
  readonly capacity: number;
  /** Milliseconds until one token is back, > 0. */
  readonly refillMs: number;
}

/** What jobs that share something may do together. Read once, when it is first used. */
export interface Limits {
  /** Jobs running at a time: an integer >= 1, or Infinity. Default Infinity. */
  readonly concurrency?: number | undefined;
  /** In any time t there are at most `capacity + t / refillMs` starts. Default: no limit. */
  readonly rate?: Rate | undefined;
}

/** Limits, read once, checked, with the defaults filled in. */
export interface LimitPlan {
  readonly concurrency: number;
  readonly rate: Rate | undefined;
}

/** Throws `InvalidOptions`. */
export function readLimits(limits: Limits, name: string): LimitPlan {
  requireObject(limits, name);
  const { concurrency = Infinity, rate } = limits;
  return { concurrency: count(concurrency, "concurrency"), rate: rate === undefined ? undefined : readRate(rate) };
}

function readRate(rate: Rate): Rate {
  requireObject(rate, "rate");
  const { capacity, refillMs } = rate;
  check(count(capacity, "capacity") < Infinity, "capacity", "finite");
  check(finite(refillMs, "refillMs", 0) > 0, "refillMs", "more than 0");
  return { capacity, refillMs };
}
