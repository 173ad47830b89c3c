import { withAbort } from "../caller.js";
import { createError } from "../program/errors.js";

/** Runs work as a caller who cancels it after a time, as the original's host does it. */
export function withCancel<T>(afterMs: number | undefined, work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
  return withAbort(afterMs, work, createError({ type: "CancelledError", message: null }));
}
