import type { Journal } from "../journal.js";

type Awaitable<T> = T | PromiseLike<T>;

/**
 * `durable`: what was answered survives a close and a fresh handle. `shared`: several handles, as of several processes, use one store at
 * once. `clock`: the subject's leases run on a clock that `advance` moves.
 */
export type JournalCapability = "durable" | "shared" | "clock";

/** A case that does not run for this subject, and why. The adapter owns it; the kit knows no adapter. */
export interface Skip {
  readonly id: string;
  readonly reason: string;
}

/** What the kit needs to try a journal. One case at a time uses it: `open`, perhaps `reopen` and `advance`, then `dispose`. */
export interface JournalSubject {
  /** As in the report: `SUBJECT: N passed, …`. */
  readonly name: string;
  readonly capabilities: readonly JournalCapability[];
  readonly skips?: readonly Skip[] | undefined;
  /** A journal on a new and empty store. */
  open(): Awaitable<Journal>;
  /** One more handle on the store that `open` made last; needed for `durable` and `shared`. */
  reopen?(): Awaitable<Journal>;
  /** Moves the clock of the leases, in milliseconds; needed for `clock`. Without it, the kit waits in real time. */
  advance?(milliseconds: number): void;
  /** Closes every handle and removes the store. Called after each case, also a failed one, and after an `open` that failed. */
  dispose(): Awaitable<void>;
}
