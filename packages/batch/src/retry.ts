import { AbortScope } from "./abort-scope.js";
import type { AbortSignalLike } from "./abort-signal-like.js";
import { optionalFunction, optionalSignal, readSafely, requireFunction } from "./options-reader.js";
import { repeat } from "./repeat.js";
import { type RetryOptions, readRetryOptions } from "./retry-options.js";
import { settle } from "./settle.js";

export interface RetryControls<R> extends RetryOptions {
  /** Aborted: no further attempt. */
  readonly signal?: AbortSignalLike | undefined;
  /** A value that counts as failed: it is tried again, and returned when no attempt is left. */
  readonly isFailure?: ((value: R) => boolean | PromiseLike<boolean>) | undefined;
}

/**
 * Runs `work` until it succeeds or no attempt is left; `attempt` counts from 1. Resolves with the last value, rejects with the last
 * error. An abort before the first attempt or between two rejects with `signal.reason`; an attempt that runs keeps its own end.
 * Rejects with `InvalidOptions` before anything runs. (ADR-0012 D4)
 */
export async function retry<R>(work: (attempt: number) => R | PromiseLike<R>, options: RetryControls<R>): Promise<R> {
  const { plan, isFailure, signal } = readSafely(() => readControls(work, options));
  const scope = new AbortScope(signal);
  try {
    if (scope.aborted) throw scope.reason;
    const { item } = await repeat((attempt) => settle(() => work(attempt), attempt, isFailure), plan, scope);
    if (item.kind === "rejected") throw item.error;
    return item.value;
  } finally {
    scope.close();
  }
}

function readControls<R>(work: unknown, options: RetryControls<R>) {
  requireFunction(work, "work");
  const plan = readRetryOptions(options);
  const { isFailure, signal } = options;
  return { plan, isFailure: optionalFunction(isFailure, "isFailure"), signal: optionalSignal(signal) };
}
