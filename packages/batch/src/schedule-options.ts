import type { AbortSignalLike } from "./abort-signal-like.js";
import { count, finite, oneOf, optionalSignal, requireObject } from "./options-reader.js";

/** When the items of a list are started. Read once, before anything runs: changing the object afterwards changes nothing. (ADR-0012 D4) */
export interface ScheduleOptions {
  /** `sequential`: one after another, in input order, whatever `concurrency` says. Default `concurrent`. */
  readonly strategy?: "concurrent" | "sequential" | undefined;
  /** Items running at a time: an integer >= 1, or Infinity. Default 8. */
  readonly concurrency?: number | undefined;
  /** Milliseconds at least between the starts of two items; the first starts at once. Default 0. */
  readonly throttleMs?: number | undefined;
  /** Aborted: what has not started is skipped. */
  readonly signal?: AbortSignalLike | undefined;
}

/** Schedule options, read once, checked, with the defaults filled in. */
export interface SchedulePlan {
  readonly concurrency: number;
  readonly throttleMs: number;
  readonly signal: AbortSignalLike | undefined;
}

/** Throws `InvalidOptions`. */
export function readScheduleOptions(options: ScheduleOptions): SchedulePlan {
  requireObject(options, "options");
  const { strategy = "concurrent", concurrency = 8, throttleMs = 0, signal } = options;
  const cap = count(concurrency, "concurrency");
  return {
    concurrency: oneOf(strategy, "strategy", ["concurrent", "sequential"]) === "sequential" ? 1 : cap,
    throttleMs: finite(throttleMs, "throttleMs", 0),
    signal: optionalSignal(signal),
  };
}
