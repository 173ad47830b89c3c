import { AbortScope } from "./abort-scope.js";
import { AttemptContext } from "./attempt-context.js";
import type { BatchItem, BatchWork, SkipReason } from "./batch-item.js";
import type { BatchPlan } from "./batch-plan.js";
import { LazySignal } from "./lazy-signal.js";
import { limitTime } from "./limit-time.js";
import { repeat } from "./repeat.js";
import { type Settled, type Settling, settle } from "./settle.js";
import { SiblingFailed } from "./sibling-failed.js";
import { startTimer } from "./timer.js";

interface Waiter {
  readonly isReady: () => boolean;
  readonly resolve: () => void;
}

/** One run of a batch: a loop that starts the items in order, each when it may. */
export class BatchRun<T, R> {
  readonly #items: readonly T[];
  readonly #work: BatchWork<T, R>;
  readonly #plan: BatchPlan<R>;
  readonly #scope: AbortScope;
  readonly #results: BatchItem<R>[];
  #running = 0;
  #skipReason: SkipReason | undefined;
  #throttle: ReturnType<typeof setTimeout> | undefined;
  #waiter: Waiter | undefined;

  constructor(items: readonly T[], work: BatchWork<T, R>, plan: BatchPlan<R>) {
    this.#items = items;
    this.#work = work;
    this.#plan = plan;
    this.#scope = new AbortScope(plan.signal);
    this.#results = new Array(items.length);
  }

  async run(): Promise<BatchItem<R>[]> {
    this.#scope.add(() => this.#stop("aborted"));
    for (let index = 0; index < this.#items.length; index++) {
      if (!this.#mayGoOn()) await this.#until(this.#mayGoOn);
      if (this.#skipReason) this.#results[index] = { kind: "skipped", reason: this.#skipReason };
      else this.#start(index);
    }
    if (!this.#isIdle()) await this.#until(this.#isIdle);
    this.#scope.close();
    return this.#results;
  }

  #start(index: number): void {
    if (this.#plan.throttleMs > 0 && index + 1 < this.#items.length) this.#holdBack();
    const settling = this.#perform(index);
    if (settling instanceof Promise) void this.#finish(index, settling);
    else this.#record(index, settling);
  }

  async #finish(index: number, pending: Promise<Settled<R>>): Promise<void> {
    this.#running += 1;
    const settled = await pending;
    this.#running -= 1;
    this.#record(index, settled);
    this.#notify();
  }

  #perform(index: number): Settling<R> {
    const { retry, timeoutMs } = this.#plan;
    if (retry.attempts === 1) return this.#attempt(index, 1);
    return repeat((attempt) => this.#attempt(index, attempt), retry, this.#scope, timeoutMs);
  }

  #attempt(index: number, attempt: number): Settling<R> {
    const { timeoutMs, isFailure } = this.#plan;
    const work = this.#work;
    const signal = new LazySignal(this.#scope);
    const context = new AttemptContext(index, attempt, signal);
    const settling = settle(() => work(this.#items[index] as T, context), attempt, isFailure, signal);
    const isUnlimited = timeoutMs === Number.POSITIVE_INFINITY || !(settling instanceof Promise);
    return isUnlimited ? settling : limitTime(settling, timeoutMs, attempt, signal);
  }

  #record(index: number, { item, isFailed }: Settled<R>): void {
    this.#results[index] = item;
    if (!isFailed || this.#plan.siblings === "isolate") return;
    this.#stop("sibling");
    if (this.#plan.siblings === "stop") return;
    this.#scope.abort(new SiblingFailed(index, item.kind === "rejected" ? { cause: item.error } : {}));
  }

  /** The first reason stays. */
  #stop(reason: SkipReason): void {
    this.#skipReason ??= reason;
    clearTimeout(this.#throttle);
    this.#notify();
  }

  #holdBack(): void {
    this.#throttle = startTimer(() => {
      this.#throttle = undefined;
      this.#notify();
    }, this.#plan.throttleMs);
  }

  readonly #mayGoOn = () => this.#skipReason !== undefined || (this.#running < this.#plan.concurrency && this.#throttle === undefined);

  readonly #isIdle = () => this.#running === 0;

  /** Only the loop waits, so there is one waiter; it wakes when it can go on, not at every event. */
  #until(isReady: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiter = { isReady, resolve };
    });
  }

  #notify(): void {
    if (!this.#waiter?.isReady()) return;
    this.#waiter.resolve();
    this.#waiter = undefined;
  }
}
