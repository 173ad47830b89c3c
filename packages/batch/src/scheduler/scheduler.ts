import { InvalidOptions } from "../invalid-options.js";
import { readSafely, requireFunction } from "../options-reader.js";
import { AbortWatch } from "./abort-watch.js";
import { getOrMake } from "./get-or-make.js";
import { Job, type JobWork } from "./job.js";
import type { JobEnd, NotStarted } from "./job-end.js";
import { type JobOptions, type JobPlan, readJobOptions } from "./job-options.js";
import { Limiter } from "./limiter.js";
import { type Limits, readLimits } from "./limits.js";
import { readSchedulerOptions, type SchedulerOptions, type SchedulerPlan } from "./scheduler-options.js";
import { WaitingJobs } from "./waiting-jobs.js";

/**
 * Starts jobs when they may: caps, rates, locks, priorities, and turns for those who share it. Made once, used by many.
 *
 * A job runs once or not at all. It keeps its place until it has ended, whoever still waits for it.
 */
export class Scheduler {
  readonly #plan: SchedulerPlan;
  readonly #all: Limiter;
  readonly #unlimited: Limiter;
  readonly #limiters = new WeakMap<Limits, Limiter>();
  readonly #queued = new Set<Job>();
  readonly #waiting = new WaitingJobs(() => this.#pump());
  readonly #watch = new AbortWatch((jobs) => this.#skip(jobs, "aborted"));
  /** Those that came since it was last decided who may stay. */
  #newcomers: Job[] = [];
  #lastNumber = 0;
  #isPaused = false;
  #isPumping = false;
  #drained: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

  /** Throws `InvalidOptions`. */
  constructor(options: SchedulerOptions = {}) {
    this.#plan = readSafely(() => readSchedulerOptions(options));
    const { limits, runtime } = this.#plan;
    this.#all = new Limiter(limits, runtime);
    this.#unlimited = new Limiter({ concurrency: Infinity, rate: undefined }, runtime);
  }

  /** Jobs that have started and not yet given back their place. */
  get running(): number {
    return this.#all.running;
  }

  /** Jobs that have not started. */
  get queued(): number {
    return this.#queued.size;
  }

  /**
   * Runs `work` when it may start, perhaps before this returns. Resolves with how the job ended; rejects with `InvalidOptions` before anything
   * happens, and never for what `work` did. An abort of `signal` skips a job that has not started, at once.
   */
  schedule<R>(work: JobWork<R>, options: JobOptions = {}): Promise<JobEnd<R>> {
    return new Promise((resolve) => {
      const { plan, limiter, isAborted } = readSafely(() => this.#readArguments(work, options));
      if (isAborted) resolve({ kind: "skipped", reason: "aborted" });
      else if (this.#drained) resolve({ kind: "skipped", reason: "drained" });
      else this.#enter(plan, limiter, work, resolve);
    });
  }

  /** Nothing more starts until `resume`. What runs goes on, and what comes is queued. */
  pause(): void {
    this.#isPaused = true;
    this.#pump();
  }

  resume(): void {
    this.#isPaused = false;
    this.#pump();
  }

  /** For good: nothing more starts, and what is queued or still comes is skipped. Resolves when nothing runs any more. */
  drain(): Promise<void> {
    this.#drained ??= deferred();
    this.#skip([...this.#queued], "drained");
    if (this.running === 0) this.#drained.resolve();
    return this.#drained.promise;
  }

  #readArguments(work: unknown, options: JobOptions) {
    requireFunction(work, "work");
    const plan = readJobOptions(options);
    const limiter = plan.limits === undefined ? this.#unlimited : this.#limiterOf(plan.limits);
    return { plan, limiter, isAborted: plan.signal?.aborted === true };
  }

  #limiterOf(limits: Limits): Limiter {
    return getOrMake(this.#limiters, limits, () => new Limiter(readLimits(limits, "limits"), this.#plan.runtime));
  }

  #enter(plan: JobPlan, limiter: Limiter, work: JobWork<unknown>, answer: (end: JobEnd<never>) => void): void {
    this.#lastNumber += 1;
    const lane = this.#waiting.laneOf(plan.owner, limiter, plan.lock);
    const job = new Job(lane, this.#lastNumber, plan, work, answer);
    this.#queued.add(job);
    this.#waiting.add(job);
    this.#newcomers.push(job);
    try {
      this.#watch.add(job);
    } catch (cause) {
      this.#withdraw(job);
      throw new InvalidOptions("The signal could not be listened to.", { cause });
    }
    this.#pump();
  }

  /** Starts what may start. A job that schedules others while it starts does not get here twice. */
  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (this.#mayStart && this.#all.isOpen) {
      const job = this.#waiting.next();
      if (job === undefined) break;
      this.#start(job);
    }
    this.#isPumping = false;
    if (this.#mayStart && this.#waiting.mayHaveNext) this.#all.awaitToken(() => this.#pump());
    else this.#all.stopWaiting();
    this.#deferNewcomers();
  }

  get #mayStart(): boolean {
    return !this.#isPaused && this.#drained === undefined;
  }

  #start(job: Job): void {
    this.#queued.delete(job);
    this.#watch.delete(job);
    this.#all.start();
    job.run(this.#end);
  }

  readonly #end = (job: Job): void => {
    this.#all.end();
    this.#waiting.end(job);
    this.#pump();
    if (this.#all.running === 0) this.#drained?.resolve();
  };

  #skip(jobs: Iterable<Job>, reason: NotStarted): void {
    for (const job of jobs) if (this.#withdraw(job)) job.answer({ kind: "skipped", reason });
    this.#pump();
  }

  /** Those who came last are one too many. What could start at once has started by now. */
  #deferNewcomers(): void {
    if (this.#newcomers.length === 0) return;
    const newcomers = this.#newcomers.reverse();
    this.#newcomers = [];
    const { queueLimit, retryAfterMs, runtime } = this.#plan;
    let hasDeferred = false;
    for (const job of newcomers) {
      if (job.owner.queued <= queueLimit || !this.#withdraw(job)) continue;
      job.answer({ kind: "deferred", retryAt: runtime.now() + Math.max(retryAfterMs, this.#all.waitMs) });
      hasDeferred = true;
    }
    if (hasDeferred) this.#pump();
  }

  /** Whether the job had not started. */
  #withdraw(job: Job): boolean {
    if (!this.#queued.delete(job)) return false;
    this.#watch.delete(job);
    this.#waiting.remove(job);
    return true;
  }
}

/** A promise that is resolved from outside. */
function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
