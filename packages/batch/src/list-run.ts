import type { AbortScope } from "./abort-scope.js";
import type { BatchItem, EndedItem, SkipReason } from "./batch-item.js";
import type { SchedulePlan } from "./schedule-options.js";
import type { Settled, Settling } from "./settle.js";
import { startTimer } from "./timer.js";

interface Waiter {
  readonly isReady: () => boolean;
  readonly resolve: () => void;
}

/** Starts the item at a position of the list. */
export type Perform<R> = (index: number) => Settling<R>;

/** Told of an item that failed, before any other is started. */
export type OnFailure<R> = (index: number, item: EndedItem<R>) => void;

/** One run over a list: a loop that starts the items in order, each when it may. */
export class ListRun<R> {
  readonly #results: BatchItem<R>[];
  readonly #perform: Perform<R>;
  readonly #plan: SchedulePlan;
  readonly #onFailure: OnFailure<R> | undefined;
  #running = 0;
  #skipReason: SkipReason | undefined;
  #throttle: ReturnType<typeof setTimeout> | undefined;
  #waiter: Waiter | undefined;

  constructor(length: number, perform: Perform<R>, plan: SchedulePlan, onFailure?: OnFailure<R>) {
    this.#results = new Array(length);
    this.#perform = perform;
    this.#plan = plan;
    this.#onFailure = onFailure;
  }

  /** To be called once. What has not started when the scope is aborted is skipped; the scope is closed in the end. */
  async run(scope: AbortScope): Promise<BatchItem<R>[]> {
    scope.add(() => this.stop("aborted"));
    for (let index = 0; index < this.#results.length; index++) {
      if (!this.#mayGoOn()) await this.#until(this.#mayGoOn);
      if (this.#skipReason) this.#results[index] = { kind: "skipped", reason: this.#skipReason };
      else this.#start(index);
    }
    if (!this.#isIdle()) await this.#until(this.#isIdle);
    scope.close();
    return this.#results;
  }

  /** Skips what has not started. The first reason stays. */
  stop(reason: SkipReason): void {
    this.#skipReason ??= reason;
    clearTimeout(this.#throttle);
    this.#notify();
  }

  #start(index: number): void {
    if (this.#plan.throttleMs > 0 && index + 1 < this.#results.length) this.#holdBack();
    const settling = this.#perform(index);
    if (settling instanceof Promise) this.#finish(index, settling);
    else this.#record(index, settling);
  }

  #finish(index: number, pending: Promise<Settled<R>>): void {
    this.#running += 1;
    // A callback, because an async function would cost every item several objects more.
    void pending.then((settled) => {
      this.#running -= 1;
      this.#record(index, settled);
      this.#notify();
    });
  }

  #record(index: number, { item, isFailed }: Settled<R>): void {
    this.#results[index] = item;
    if (isFailed) this.#onFailure?.(index, item);
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
