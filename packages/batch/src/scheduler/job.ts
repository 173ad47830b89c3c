import type { AbortSignalLike } from "../abort-signal-like.js";
import type { EndedItem } from "../batch-item.js";
import { InvalidOptions } from "../invalid-options.js";
import { type Settled, settle } from "../settle.js";
import type { JobEnd } from "./job-end.js";
import type { JobPlan } from "./job-options.js";
import type { Lane } from "./lane.js";
import type { Limiter } from "./limiter.js";
import type { Lock } from "./lock.js";
import type { Owner } from "./owner.js";

/** What a job is told when it starts. */
export interface JobContext {
  /**
   * The job's place, its lock and its part of the limits are given back only when this has ended too: for work that goes on after the job has
   * answered, because it ignores its deadline. How it ends does not matter. Throws `InvalidOptions` once they were given back.
   */
  holdUntil(end: PromiseLike<unknown>): void;
}

/** What is scheduled. Awaited where it returns a thenable. */
export type JobWork<R> = (context: JobContext) => R | PromiseLike<R>;

/** One job from its arrival to its end. */
export class Job {
  /** Its place among those who wait for their limits, if it holds its lock already. */
  ticket = 0;
  home: object | undefined;
  position = 0;
  holdsLock = false;
  readonly lane: Lane;
  /** When it arrived, among all jobs. */
  readonly number: number;
  readonly priority: number;
  readonly isShared: boolean;
  readonly signal: AbortSignalLike | undefined;
  readonly #work: JobWork<unknown>;
  readonly #answer: (end: JobEnd<never>) => void;
  /** What goes on: the work itself, and what is held for. */
  #open = 0;
  #onEnd: (job: Job) => void = () => {};

  constructor(
    lane: Lane,
    number: number,
    { priority, shared, signal }: JobPlan,
    work: JobWork<unknown>,
    answer: (end: JobEnd<never>) => void,
  ) {
    this.lane = lane;
    this.number = number;
    this.priority = priority;
    this.isShared = shared;
    this.signal = signal;
    this.#work = work;
    this.#answer = answer;
  }

  get lock(): Lock | undefined {
    return this.lane.lock;
  }

  get limiter(): Limiter {
    return this.lane.group.limiter;
  }

  get owner(): Owner {
    return this.lane.group.owner;
  }

  /** Tells who scheduled it how it ended. */
  answer(end: JobEnd<never>): void {
    this.#answer(end);
  }

  /** Never throws. Calls back, perhaps before it returns, when nothing of the job goes on any more. */
  run(onEnd: (job: Job) => void): void {
    this.#onEnd = onEnd;
    this.#open = 1;
    const context = { holdUntil: (end: PromiseLike<unknown>) => this.#hold(end) };
    const settling = settle(() => this.#work(context), 1);
    if (settling instanceof Promise) void settling.then((settled) => this.#finish(settled));
    else this.#finish(settling);
  }

  #finish({ item }: Settled<unknown>): void {
    this.#answer(endOf(item));
    this.#close();
  }

  #hold(end: PromiseLike<unknown>): void {
    if (this.#open === 0) throw new InvalidOptions("The job has ended: nothing is held any more.");
    this.#open += 1;
    const settling = settle(() => end, 1);
    if (settling instanceof Promise) void settling.then(() => this.#close());
    else this.#close();
  }

  #close(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#onEnd(this);
  }
}

function endOf(item: EndedItem<unknown>): JobEnd<never> {
  if (item.kind === "rejected") return { kind: "rejected", error: item.error };
  return { kind: "fulfilled", value: item.value as never };
}
