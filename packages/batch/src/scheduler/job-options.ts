import type { AbortSignalLike } from "../abort-signal-like.js";
import { boolean, check, optionalSignal, requireObject } from "../options-reader.js";
import type { Limits } from "./limits.js";

/** What a job needs, and whose it is. Read once, before anything runs. */
export interface JobOptions {
  /** Whose job it is: any value, compared as a `Map` compares keys. Owners take turns. Default: all jobs without one have one in common. */
  readonly owner?: unknown;
  /** The cap and rate that this job shares with all jobs that name the same object: those of its tool, say. */
  readonly limits?: Limits | undefined;
  /** Jobs with the same key don't run at the same time, whatever else they are. */
  readonly lock?: string | undefined;
  /** True: jobs that share the lock may run together, though not with one that doesn't share it. Default false. */
  readonly shared?: boolean | undefined;
  /** Among the jobs of one owner the higher goes first: a finite number. Default 0. */
  readonly priority?: number | undefined;
  /** Aborted: a job that has not started is skipped at once. One that runs is left alone. */
  readonly signal?: AbortSignalLike | undefined;
}

/** Job options, read once, checked, with the defaults filled in. */
export type JobPlan = { readonly [Key in keyof Required<JobOptions>]: Exclude<JobOptions[Key], undefined> | undefined } & {
  readonly shared: boolean;
  readonly priority: number;
};

/** Throws `InvalidOptions`. */
export function readJobOptions(options: JobOptions): JobPlan {
  requireObject(options, "options");
  const { owner, limits, lock, shared = false, priority = 0, signal } = options;
  check(lock === undefined || typeof lock === "string", "lock", "a string");
  check(Number.isFinite(priority), "priority", "a finite number");
  return { owner, limits, lock, shared: boolean(shared, "shared"), priority, signal: optionalSignal(signal) };
}
