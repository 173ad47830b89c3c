import type { Executor, ExecutorAttempt, ExecutorResult } from "@acta/actions/executor";
import { checkOptions, executorChecks } from "./check-options.js";
import type { BullmqExecutorOptions } from "./executor-options.js";
import { QueueExecutor } from "./queue-executor.js";

/** What the queue knows of an attempt. `unknown`: nothing; it never came there, or was removed, or Redis has forgotten it. */
export type Found = ExecutorResult | { readonly kind: "waiting" | "running" | "unknown" };

/** Runs tools in other processes and on other machines, wherever `runWorker` runs. */
export interface BullmqExecutor extends Executor {
  /** Looks an attempt up, whoever made it. Rejects where Redis refuses to tell. */
  find(attempt: ExecutorAttempt): Promise<Found>;
  /**
   * Waits for an attempt that somebody else has put into the queue, such as a process that is gone, as `execute` would. Aborting the signal
   * stops it: an attempt that still waits is taken out of the queue and answered `stopped`, with `executed: "no"`.
   */
  attach(attempt: ExecutorAttempt, options?: { readonly signal?: AbortSignal | undefined }): Promise<ExecutorResult>;
  /** Drops the answer of an attempt, which is kept for `keepMs` otherwise: for whoever has stored it. False: there was none. */
  acknowledge(attempt: ExecutorAttempt): Promise<boolean>;
  /** Ends what still waits for an answer as `lost`: the answers stay in the queue. Leaves no handle. May be called twice. */
  close(): Promise<void>;
}

/** Puts calls into a queue of BullMQ. Connects at once; throws `BullmqError` (`invalid_options`). */
export function bullmqExecutor(options: BullmqExecutorOptions = {}): BullmqExecutor {
  checkOptions(options, executorChecks);
  return new QueueExecutor(options);
}
