import { count, finite, requireFunction, requireObject } from "../options-reader.js";
import { type LimitPlan, type Limits, readLimits } from "./limits.js";
import { type SchedulerRuntime, systemRuntime } from "./runtime.js";

/** How a scheduler runs its jobs; cap and rate are those of all jobs together. Read once. */
export interface SchedulerOptions extends Limits {
  /**
   * Queued jobs of each owner: an integer >= 0, or Infinity. More are deferred. It counts for each owner alone, so that one that asks for too
   * much is the one that is told to come back. Default Infinity.
   */
  readonly queueLimit?: number | undefined;
  /** Milliseconds after which a deferred job is worth another attempt; later, where the rate says so. Default 1000. */
  readonly retryAfterMs?: number | undefined;
  /** Clock and timers. Default: the system's. */
  readonly runtime?: SchedulerRuntime | undefined;
}

/** Scheduler options, read once, checked, with the defaults filled in. */
export interface SchedulerPlan {
  readonly limits: LimitPlan;
  readonly queueLimit: number;
  readonly retryAfterMs: number;
  readonly runtime: SchedulerRuntime;
}

/** Throws `InvalidOptions`. */
export function readSchedulerOptions(options: SchedulerOptions): SchedulerPlan {
  const limits = readLimits(options, "options");
  const { queueLimit = Infinity, retryAfterMs = 1000, runtime = systemRuntime } = options;
  requireObject(runtime, "runtime");
  for (const name of ["now", "monotonic", "startTimer", "stopTimer"] as const) requireFunction(runtime[name], name);
  return { limits, queueLimit: count(queueLimit, "queueLimit", 0), retryAfterMs: finite(retryAfterMs, "retryAfterMs", 0), runtime };
}
