import type { Limits } from "../../src/scheduler.js";
import type { PlannedJob, Scenario } from "./scenario.js";

/** The state of a cap and a rate, kept as naively as possible. */
export class LimitState {
  readonly #limits: Limits;
  readonly starts: number[] = [];
  running = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Why a job that starts now would be too much, if it would. */
  complaint(now: number): string | undefined {
    if (this.running >= (this.#limits.concurrency ?? Infinity)) return "more run than the cap allows";
    const { rate } = this.#limits;
    if (rate === undefined) return undefined;
    // Every window that ends now, with this start in it.
    const isTooMuch = this.starts.some((from, index) => {
      return this.starts.length - index + 1 > rate.capacity + (now - from) / rate.refillMs;
    });
    return isTooMuch ? "more start than the rate allows" : undefined;
  }
}

/** What a scheduler has to keep to, known from what happened. */
export class Model {
  readonly scenario: Scenario;
  readonly all: LimitState;
  readonly limits: readonly LimitState[];
  /** In the order of their arrival. */
  readonly queued = new Set<PlannedJob>();
  readonly running = new Set<PlannedJob>();
  isPaused = false;
  isDraining = false;

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    this.all = new LimitState(scenario.options);
    this.limits = scenario.limits.map((each) => new LimitState(each));
  }

  limitsOf({ limits }: PlannedJob): LimitState[] {
    return limits === undefined ? [this.all] : [this.all, this.limits[limits] as LimitState];
  }

  /** Why the job could not start now, if it could not. */
  obstacle(job: PlannedJob, now: number): string | undefined {
    if (this.isPaused) return "paused";
    if (this.isDraining) return "draining";
    if (!this.#lockAdmits(job)) return "the lock is taken";
    return this.limitsOf(job).flatMap((each) => each.complaint(now) ?? [])[0];
  }

  /** Whether nobody else is waiting for what the job needs. */
  isUncontended(job: PlannedJob): boolean {
    return ![...this.queued].some(
      (other) =>
        other !== job && ((job.lock !== undefined && other.lock === job.lock) || (job.limits !== undefined && other.limits === job.limits)),
    );
  }

  start(job: PlannedJob, now: number): void {
    this.queued.delete(job);
    this.running.add(job);
    for (const each of this.limitsOf(job)) {
      each.running += 1;
      each.starts.push(now);
    }
  }

  release(job: PlannedJob): void {
    this.running.delete(job);
    for (const each of this.limitsOf(job)) each.running -= 1;
  }

  #lockAdmits({ lock, shared }: PlannedJob): boolean {
    if (lock === undefined) return true;
    const holders = [...this.running].filter((other) => other.lock === lock);
    return holders.length === 0 || (shared && holders.every((other) => other.shared));
  }
}
