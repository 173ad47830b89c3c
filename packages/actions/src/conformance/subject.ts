import type { Executor } from "../executor.js";
import type { ConformanceTools } from "./tools.js";

type Awaitable<T> = T | PromiseLike<T>;

/** As in `Executor.capabilities`: those that the subject says its executors have. */
export type ExecutorCapability = keyof Executor["capabilities"];

/** A case that does not run for this subject, and why. The adapter owns it; the kit knows no adapter. */
export interface Skip {
  readonly id: string;
  readonly reason: string;
}

/** What the kit needs to try an executor. One case at a time uses it: `open`, then `place` and `marks`, then `dispose`. */
export interface ExecutorSubject {
  /** As in the report: `SUBJECT: N passed, …`. */
  readonly name: string;
  readonly capabilities: readonly ExecutorCapability[];
  readonly skips?: readonly Skip[] | undefined;
  /** The tools of the kit as the caller has them. Whoever runs them has his own, made by `conformanceTools` too. */
  readonly tools: ConformanceTools;
  /** An executor that is new and ready. */
  open(): Awaitable<Executor>;
  /** Where the tools leave their marks, as text that reaches `ConformanceHost.mark`: the name of a file, a key. New at each call. */
  place(): Awaitable<string>;
  /** What was marked there, in order. */
  marks(place: string): Awaitable<readonly string[]>;
  /** Closes what is open. Called after each case, also a failed one, and after an `open` that failed. */
  dispose(): Awaitable<void>;
}
