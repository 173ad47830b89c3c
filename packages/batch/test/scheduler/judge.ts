import type { JobEnd } from "../../src/scheduler.js";
import { Model } from "./model.js";
import type { Happening } from "./run-scenario.js";
import type { PlannedJob, Scenario } from "./scenario.js";
import { TurnTaking } from "./turn-taking.js";

/** What is wrong with what happened; nothing, if a scheduler did what it promises. */
export function judge(scenario: Scenario, happenings: readonly Happening[]): string[] {
  const deferred = happenings.flatMap((each) => (each.what === "answered" && each.end.kind === "deferred" ? each.job.id : []));
  const judgement = new Judgement(scenario, new Set(deferred));
  for (const happening of happenings) judgement.look(happening);
  return judgement.finish();
}

class Judgement {
  readonly #complaints: string[] = [];
  readonly #model: Model;
  readonly #turns: TurnTaking;
  readonly #asked = new Set<PlannedJob>();
  readonly #aborted = new Set<number>();
  /** Jobs that are deferred never waited, though it is told later. */
  readonly #deferred: ReadonlySet<number>;
  readonly #ends = new Map<number, JobEnd<number>>();
  readonly #started = new Set<number>();
  #now = 0;

  constructor(scenario: Scenario, deferred: ReadonlySet<number>) {
    this.#deferred = deferred;
    this.#model = new Model(scenario);
    this.#turns = new TurnTaking(this.#model);
  }

  look(happening: Happening): void {
    const model = this.#model;
    this.#now = happening.at;
    if (happening.what === "asked") this.#lookAtArrival(happening.job);
    if (happening.what === "started") this.#lookAtStart(happening.job);
    if (happening.what === "released") model.release(happening.job);
    if (happening.what === "answered") this.#lookAtAnswer(happening.job, happening.end);
    if (happening.what === "paused") model.isPaused = true;
    if (happening.what === "resumed") model.isPaused = false;
    if (happening.what === "drains") model.isDraining = true;
    if (happening.what === "drained") this.#expect(model.running.size === 0, "drained while something runs");
    if (happening.what === "quiet") this.#lookAtRest(happening);
    if (happening.what === "aborted") {
      this.#aborted.add(happening.job.id);
      this.#leave(happening.job);
    }
  }

  finish(): string[] {
    for (const job of this.#asked) this.#expect(this.#ends.has(job.id), `${nameOf(job)} never ended`);
    return this.#complaints;
  }

  #lookAtArrival(job: PlannedJob): void {
    this.#asked.add(job);
    if (this.#deferred.has(job.id)) {
      const { queueLimit = Infinity } = this.#model.scenario.options;
      this.#expect(this.#queuedOf(job.owner) >= queueLimit, `${nameOf(job)} was deferred though the queue was not full`);
    } else this.#model.queued.add(job);
  }

  #lookAtStart(job: PlannedJob): void {
    const model = this.#model;
    this.#expect(model.queued.has(job), `${nameOf(job)} started though it was not queued`);
    this.#expect(!this.#aborted.has(job.id), `${nameOf(job)} started after its abort`);
    const obstacle = model.obstacle(job, this.#now);
    this.#expect(obstacle === undefined, `${nameOf(job)} started: ${obstacle}`);
    let isEarlier = true;
    for (const other of model.queued) {
      if (other === job) isEarlier = false;
      const isFirst = outranks(other, job) || (isEarlier && this.#goesBefore(other, job));
      this.#expect(!isFirst, `${nameOf(job)} started before ${nameOf(other)}`);
    }
    const unfair = this.#turns.complaint(job);
    this.#expect(unfair === undefined, unfair ?? "");
    this.#started.add(job.id);
    model.start(job, this.#now);
  }

  /**
   * Whether a job that came earlier must start first. Where both need more than a place, it depends on which of them first had a turn at which
   * it could not start, and that can't be seen.
   */
  #goesBefore(earlier: PlannedJob, job: PlannedJob): boolean {
    if (earlier.owner !== job.owner || earlier.priority < job.priority) return false;
    if (earlier.limits === job.limits && earlier.lock === job.lock) return true;
    if (!isPlain(earlier) && !isPlain(job)) return false;
    if (this.#usesTurnBefore(earlier, job)) return false;
    return this.#model.isUncontended(earlier) && this.#model.obstacle(earlier, this.#now) === undefined;
  }

  /** Whether the job may have got what a still earlier one of its owner has waited for since its turn: the first of them gets it. */
  #usesTurnBefore(earlier: PlannedJob, job: PlannedJob): boolean {
    for (const other of this.#model.queued) {
      if (other === earlier) return false;
      const isSameLine = (job.lock !== undefined && other.lock === job.lock) || (job.limits !== undefined && other.limits === job.limits);
      if (other.owner === job.owner && isSameLine) return true;
    }
    return false;
  }

  #lookAtAnswer(job: PlannedJob, end: JobEnd<number>): void {
    this.#expect(!this.#ends.has(job.id), `${nameOf(job)} ended twice`);
    this.#ends.set(job.id, end);
    this.#leave(job);
    const isRight = this.#started.has(job.id) ? isOwnEnd(job, end) : this.#isRightRefusal(job, end);
    this.#expect(isRight, `${nameOf(job)} ended as ${JSON.stringify(end)}`);
  }

  #leave(job: PlannedJob): void {
    if (this.#model.queued.delete(job)) this.#turns.forget(job.owner);
  }

  #isRightRefusal(job: PlannedJob, end: JobEnd<number>): boolean {
    if (end.kind === "deferred") return end.retryAt > this.#now;
    if (end.kind !== "skipped") return false;
    return end.reason === "aborted" ? this.#aborted.has(job.id) : this.#model.isDraining;
  }

  #lookAtRest({ running, queued, timers, listeners }: Extract<Happening, { what: "quiet" }>): void {
    const model = this.#model;
    this.#expect(running === model.running.size, `it says that ${running} run, but ${model.running.size} do`);
    this.#expect(queued === model.queued.size, `it says that ${queued} wait, but ${model.queued.size} do`);
    this.#expect(model.queued.size > 0 || timers === 0, `${timers} timers are left though nothing waits`);
    const waiting = new Set([...model.queued].map(({ id }) => id));
    for (const id of listeners) this.#expect(waiting.has(id), `a listener is left on the signal of job ${id}`);
    for (const { id, abortAt } of this.#asked) {
      const isAnswered = this.#ends.has(id) || this.#started.has(id);
      this.#expect(isAnswered || !this.#aborted.has(id), `job ${id} was aborted at ${abortAt} ms and still waits`);
    }
    const { queueLimit = Infinity } = model.scenario.options;
    for (const job of model.queued) {
      this.#expect(this.#queuedOf(job.owner) <= queueLimit, `more of ${job.owner} wait than the queue may hold`);
      this.#expect(!this.#couldStart(job), `${nameOf(job)} waits for nothing`);
    }
  }

  /** Whether nothing at all stands in the job's way; nobody else with limits may have a right to its lock. */
  #couldStart(job: PlannedJob): boolean {
    if (this.#model.obstacle(job, this.#now) !== undefined) return false;
    if (this.#model.isUncontended(job)) return true;
    const sameLock = [...this.#model.queued].filter(({ lock }) => lock === job.lock);
    return job.limits === undefined && !job.shared && sameLock.every(({ limits }) => limits === undefined);
  }

  #queuedOf(owner: string): number {
    return [...this.#model.queued].filter((job) => job.owner === owner).length;
  }

  #expect(isRight: boolean, complaint: string): void {
    if (!isRight) this.#complaints.push(`at ${this.#now} ms: ${complaint}`);
  }
}

function isOwnEnd(job: PlannedJob, end: JobEnd<number>): boolean {
  if (job.fails) return end.kind === "rejected" && end.error === job.id;
  return end.kind === "fulfilled" && end.value === job.id;
}

/** Whether a job must start first whenever it came: it wants the same, but more, and no lock was given to the other before. */
const outranks = (job: PlannedJob, other: PlannedJob) =>
  job.owner === other.owner && job.limits === other.limits && !job.lock && !other.lock && job.priority > other.priority;

const isPlain = ({ limits, lock }: PlannedJob) => limits === undefined && lock === undefined;

const nameOf = ({ id, owner }: PlannedJob) => `job ${id} of ${owner}`;
