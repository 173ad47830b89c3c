/** Why a job was never started: its signal was aborted, or the scheduler drained. */
export type NotStarted = "aborted" | "drained";

/** How a job ended. What was deferred or skipped never ran and never will. */
export type JobEnd<R> =
  | { readonly kind: "fulfilled"; readonly value: R }
  | { readonly kind: "rejected"; readonly error: unknown }
  | { readonly kind: "skipped"; readonly reason: NotStarted }
  /** The owner's queue is full. `retryAt`: wall clock, milliseconds since 1970; a guess, not a promise. */
  | { readonly kind: "deferred"; readonly retryAt: number };
