import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { NotExecuted } from "@acta/actions";
import type { ExecutorAttempt, ExecutorCall, ExecutorResult } from "@acta/actions/executor";
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { jobIdOf } from "./attempt.js";
import { BullmqError } from "./bullmq-error.js";
import type { BullmqExecutor, Found } from "./bullmq-executor.js";
import { cancelChannel, tellToCancel } from "./cancel-channel.js";
import { claim } from "./claim.js";
import { defaults } from "./defaults.js";
import type { BullmqExecutorOptions } from "./executor-options.js";
import type { JobData, JudgedCall } from "./job-data.js";
import { jobOfCall, type NewJob } from "./job-of-call.js";
import { lostBy, stateOf } from "./job-state.js";
import { OpenCalls } from "./open-calls.js";
import { PendingCall } from "./pending-call.js";
import { connect } from "./redis.js";
import { RedisClock } from "./redis-clock.js";
import { ResultEvents } from "./result-events.js";

/** Milliseconds before a listener that broke is replaced. */
const listenAgainMs = 100;

function refused(cause: unknown): ExecutorResult {
  if (BullmqError.isInstance(cause)) return { kind: "threw", executed: "no", error: cause };
  return { kind: "threw", executed: "no", error: new BullmqError("queue_refused", "the queue did not take the call", { cause }) };
}

export class QueueExecutor implements BullmqExecutor {
  readonly name: string;
  readonly capabilities = Object.freeze({ offLoop: true, killable: false, remote: true });
  readonly #options: BullmqExecutorOptions;
  readonly #prefix: string;
  readonly #redis: Redis;
  readonly #queue: Queue;
  readonly #clock: RedisClock;
  readonly #calls: OpenCalls;
  #events: Promise<ResultEvents> | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: BullmqExecutorOptions) {
    const { name = "bullmq", queue = defaults.queue, prefix = defaults.prefix, keepMs = 86_400_000, maxEvents = 10_000 } = options;
    this.name = name;
    this.#options = options;
    this.#prefix = prefix;
    this.#redis = connect(options.connection, this.#complain);
    this.#clock = new RedisClock(this.#redis);
    // BullMQ counts in whole seconds.
    const kept = { age: Math.ceil(keepMs / 1_000) };
    this.#queue = new Queue(queue, {
      connection: this.#redis,
      prefix,
      streams: { events: { maxLen: maxEvents } },
      defaultJobOptions: { attempts: 1, removeOnComplete: kept, removeOnFail: kept },
    });
    this.#queue.on("error", this.#complain);
    this.#calls = new OpenCalls({
      lookUpMs: options.lookUpMs ?? 10_000,
      stateOf: (jobId) => stateOf(this.#queue, jobId),
      remove: async (jobId) => (await this.#queue.remove(jobId)) === 1,
      cancel: (jobId) => tellToCancel(this.#redis, cancelChannel(prefix, queue), jobId),
      listenAgain: () => this.#listenAgain(),
      error: this.#complain,
    });
    this.#redis.on("ready", () => this.#calls.lookUpAll());
  }

  async execute(call: ExecutorCall): Promise<ExecutorResult> {
    try {
      if (this.#closed) throw new BullmqError("closed", "the executor is closed");
      const job = jobOfCall(call, this.#options.maxArgumentBytes ?? defaults.maxBytes);
      if (this.#calls.get(job.jobId)) throw new BullmqError("attempt_taken", `the attempt ${job.jobId} runs already`);
      const pending = new PendingCall({ jobId: job.jobId, token: randomUUID(), progress: (item) => call.progress(item) });
      const result = await this.#untilItEnds(pending, call.signal, () => this.#add(pending, job));
      return result.kind === "lost" ? await this.#neverStarted(job.judged, result) : result;
    } catch (error) {
      return { kind: "threw", executed: "no", error };
    }
  }

  async attach(attempt: ExecutorAttempt, options: { readonly signal?: AbortSignal | undefined } = {}): Promise<ExecutorResult> {
    if (this.#closed) throw new BullmqError("closed", "the executor is closed");
    const jobId = jobIdOf(attempt);
    const { signal = new AbortController().signal } = options;
    const known = this.#calls.get(jobId);
    if (known) return this.#untilItEnds(known, signal, async () => {});
    const pending = new PendingCall({ jobId, token: null, progress: () => {} });
    pending.isSent = true;
    return this.#untilItEnds(pending, signal, async () => {
      await this.#listening();
      pending.isQueued = true;
      await (signal.aborted ? this.#calls.stop(pending) : this.#calls.lookUp(pending));
    });
  }

  async find(attempt: ExecutorAttempt): Promise<Found> {
    const state = await stateOf(this.#queue, jobIdOf(attempt));
    return state.kind === "ended" ? state.result : { kind: state.kind };
  }

  async acknowledge(attempt: ExecutorAttempt): Promise<boolean> {
    const jobId = jobIdOf(attempt);
    const { kind } = await stateOf(this.#queue, jobId);
    return kind === "ended" && (await this.#queue.remove(jobId)) === 1;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** The abort of the signal stops it. */
  async #untilItEnds(pending: PendingCall, signal: AbortSignal, begin: () => Promise<void>): Promise<ExecutorResult> {
    const stop = () => void this.#calls.stop(pending).catch(this.#complain);
    this.#calls.add(pending);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    begin().catch((error: unknown) => {
      if (!pending.hasEnded) this.#calls.end(pending, pending.isSent ? lostBy(String(error)) : refused(error));
    });
    try {
      return await pending.result;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async #add(pending: PendingCall, { jobId, judged, digest, timeoutMs }: NewJob): Promise<void> {
    await this.#listening();
    // Asks Redis where the connection is new: commands that wait for a connection cannot be taken back.
    const now = await this.#clock.now();
    if (pending.hasEnded) return;
    const deadlineAt = timeoutMs === null ? null : Math.ceil(now + timeoutMs);
    const data: JobData = { ...judged, version: 1, token: pending.token ?? "", deadlineAt, digest };
    pending.isSent = true;
    await this.#queue.add(judged.tool, data, { jobId }).catch((error: unknown) => this.#refuseUnlessQueued(pending, error));
    pending.isQueued = true;
    if (pending.isStopping) await this.#calls.stop(pending);
  }

  /** A script that fails may have done its work before. */
  async #refuseUnlessQueued(pending: PendingCall, error: unknown): Promise<void> {
    const { kind } = await stateOf(this.#queue, pending.jobId);
    if (kind === "unknown") this.#calls.end(pending, refused(error));
  }

  /** A call that no worker has claimed has not run; once it is claimed here, it never will. */
  async #neverStarted(judged: JudgedCall, lost: ExecutorResult): Promise<ExecutorResult> {
    const { journal } = this.#options;
    // Whoever takes over from a closed executor finds the job as it is.
    if (journal === undefined || judged.effect !== "unsafe" || this.#closed) return lost;
    const isOurs = await claim(journal, judged).catch(() => false);
    return isOurs ? { kind: "threw", executed: "no", error: new NotExecuted("the call was lost before a worker had claimed it") } : lost;
  }

  #listening(): Promise<ResultEvents> {
    this.#events ??= this.#listen().catch((error: unknown) => {
      this.#events = undefined;
      throw error;
    });
    return this.#events;
  }

  async #listen(): Promise<ResultEvents> {
    const [last] = await this.#redis.xrevrange(this.#queue.toKey("events"), "+", "-", "COUNT", 1);
    const redis = connect(this.#options.connection, this.#complain);
    return new ResultEvents(this.#queue.name, { prefix: this.#prefix, redis, after: last?.[0] ?? "0-0" }, this.#calls);
  }

  async #listenAgain(): Promise<void> {
    const before = this.#events;
    this.#events = undefined;
    // Where it breaks again and again, that is no reason to be busy with nothing else.
    await pause(listenAgainMs, undefined, { ref: false });
    await (await before)?.close();
    if (!this.#closed) await this.#listening();
  }

  async #close(): Promise<void> {
    this.#calls.close();
    const closing = this.#letGo();
    // What a Redis that is away was asked, it never answers, and a connection that it has lost never says that it has ended.
    if (this.#redis.status === "ready") await closing;
    this.#redis.disconnect();
  }

  async #letGo(): Promise<void> {
    const events = await this.#events?.catch(() => undefined);
    await events?.close();
    await this.#queue.close().catch(this.#complain);
  }

  readonly #complain = (error: unknown): void => {
    try {
      this.#options.onError?.(error);
    } catch {
      // Whoever observes cannot stop the work.
    }
  };
}
