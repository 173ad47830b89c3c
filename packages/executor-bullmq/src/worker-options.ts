import type { Tool } from "@acta/actions";
import type { Journal } from "@acta/journal";
import type { RedisAddress } from "./redis.js";

/** What a worker tells of itself. */
export interface WorkerDiagnostic {
  /**
   * `job_refused`: a job did not run. `job_abandoned`: its tool goes on although it was told to stop. `lock_lost`: others take the job for
   * dead, and its tool was told to stop. `failed`: Redis or the queue, mostly while a connection is made again.
   */
  readonly code: "job_refused" | "job_abandoned" | "lock_lost" | "failed";
  readonly jobId?: string | undefined;
  readonly error?: unknown;
}

export interface WorkerOptions {
  readonly tools: readonly Tool[];
  readonly connection?: RedisAddress;
  /**
   * Where a worker claims a call of an `unsafe` tool before it runs it: durable and shared by all workers. Without one, such calls are
   * refused unless Redis runs with `appendonly yes` and `appendfsync always`. Its owner closes it.
   */
  readonly journal?: Journal | undefined;
  /** Default `acta`. */
  readonly queue?: string | undefined;
  /** Of all keys in Redis. Default `bull`, as of BullMQ. */
  readonly prefix?: string | undefined;
  /** Calls that run at once in this process. Default 8. */
  readonly concurrency?: number | undefined;
  /**
   * Milliseconds after which a worker that does not say so any more counts as dead; it says so twice in that time. What it ran is `lost`
   * within twice as long, as soon as another worker lives. Default 30,000.
   */
  readonly lockMs?: number | undefined;
  /** Milliseconds that a tool may go on after it was told to stop, before it is answered for. Default 5,000. */
  readonly graceMs?: number | undefined;
  /** Longest result, in bytes of its JSON text. Default 1 Mi. */
  readonly maxResultBytes?: number | undefined;
  /** What it throws is ignored. */
  readonly onDiagnostic?: ((diagnostic: WorkerDiagnostic) => void) | undefined;
}
