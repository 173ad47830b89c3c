import type { Tool } from "@acta/actions";
import { type Job, Worker } from "bullmq";
import type { Answer } from "./answer.js";
import { BullmqError } from "./bullmq-error.js";
import { cancelChannel, EarlyCancellations } from "./cancel-channel.js";
import { checkOptions, workerChecks } from "./check-options.js";
import { defaults } from "./defaults.js";
import { fieldsOf, isText } from "./fields.js";
import { limitAnswer } from "./limit-answer.js";
import { connect } from "./redis.js";
import { RedisClock } from "./redis-clock.js";
import { runJob, type Workshop } from "./run-job.js";
import type { WorkerDiagnostic, WorkerOptions } from "./worker-options.js";

/** A worker that takes calls. It keeps its process alive until it is closed. */
export interface RunningWorker {
  /**
   * Takes no more calls, waits for those that run, and lets go of Redis. `cancel`: tells them to stop; none is waited for longer than the
   * grace. May be called twice.
   */
  close(options?: { readonly cancel?: boolean | undefined }): Promise<void>;
}

/**
 * Runs calls of a queue in this process. Resolves as soon as it takes them, which is when Redis answers. Throws `BullmqError`
 * (`invalid_options`), and what Redis says where it does not let the worker in.
 */
export async function runWorker(options: WorkerOptions): Promise<RunningWorker> {
  checkOptions(options, workerChecks);
  const { connection, journal, queue = defaults.queue, prefix = defaults.prefix, concurrency = 8, lockMs = 30_000 } = options;
  const { graceMs = 5_000, maxResultBytes = defaults.maxBytes } = options;
  const tools = byName(options.tools);
  const report = reporter(options);
  const failed = (error: unknown) => report({ code: "failed", error });
  const redis = connect(connection, failed);
  const listener = connect(connection, failed);
  const early = new EarlyCancellations();
  const workshop: Workshop = { tools, journal, redis, clock: new RedisClock(redis), early, graceMs, report };

  const answer = async (job: Job, _: string | undefined, signal: AbortSignal | undefined): Promise<Answer> => {
    const body = await runJob(job, signal ?? new AbortController().signal, workshop);
    return limitAnswer({ version: 1, token: tokenOf(job.data), ...body }, maxResultBytes);
  };
  const worker = new Worker(queue, answer, {
    connection: redis,
    prefix,
    concurrency,
    lockDuration: lockMs,
    stalledInterval: lockMs / 2,
    // A job whose worker is gone is not given to another one: whether it may run again is for the caller to say.
    maxStalledCount: 0,
    runRetryDelay: 1_000,
  });
  worker.on("error", failed);
  worker.on("lockRenewalFailed", (jobIds) => {
    for (const jobId of jobIds) {
      report({ code: "lock_lost", jobId });
      worker.cancelJob(jobId, "others take the job for dead");
    }
  });
  listener.on("message", (_channel: string, jobId: string) => {
    if (!worker.cancelJob(jobId, "the caller cancelled it")) early.add(jobId);
  });

  const close = async (cancel: boolean) => {
    const closing = worker.close();
    if (cancel) worker.cancelAllJobs("the worker is closing");
    await closing;
    listener.disconnect();
    redis.disconnect();
  };
  let closed: Promise<void> | undefined;
  try {
    await Promise.all([listener.subscribe(cancelChannel(prefix, queue)), worker.waitUntilReady()]);
  } catch (error) {
    await close(true);
    throw error;
  }
  return {
    close: ({ cancel = false } = {}) => {
      closed ??= close(cancel);
      return closed;
    },
  };
}

function byName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const map = new Map<string, Tool>();
  for (const tool of tools) {
    if (map.has(tool.name)) throw new BullmqError("invalid_options", `two tools are named ${tool.name}`);
    map.set(tool.name, tool);
  }
  return map;
}

function tokenOf(data: unknown): string {
  const { token } = fieldsOf(data);
  return isText(token) ? token : "";
}

function reporter({ onDiagnostic }: WorkerOptions): (diagnostic: WorkerDiagnostic) => void {
  return (diagnostic) => {
    try {
      onDiagnostic?.(diagnostic);
    } catch {
      // Whoever observes cannot stop the work.
    }
  };
}
