import type { Group } from "./group.js";
import { Heap } from "./heap.js";
import type { Job } from "./job.js";
import type { LimitPlan } from "./limits.js";
import type { SchedulerRuntime } from "./runtime.js";
import { byTicket } from "./ticket.js";
import { TokenBucket } from "./token-bucket.js";

/** A cap and a rate, and who waits for them after its turn has come: owners' groups, and jobs that hold their lock already. */
export class Limiter {
  readonly claims = new Heap<Group | Job>(byTicket);
  /** That of the first claim, while it is to be served. */
  ticket = 0;
  home: object | undefined;
  position = 0;
  readonly #runtime: SchedulerRuntime;
  readonly #concurrency: number;
  readonly #bucket: TokenBucket | undefined;
  #running = 0;
  #timer: { readonly handle: unknown } | undefined;

  constructor({ concurrency, rate }: LimitPlan, runtime: SchedulerRuntime) {
    this.#runtime = runtime;
    this.#concurrency = concurrency;
    this.#bucket = rate && new TokenBucket(rate);
  }

  get running(): number {
    return this.#running;
  }

  /** Whether another job may start now. */
  get isOpen(): boolean {
    return this.#running < this.#concurrency && this.waitMs <= 0;
  }

  /** Whether who comes now may start: nobody overtakes those who wait. */
  get isFree(): boolean {
    return this.claims.size === 0 && this.isOpen;
  }

  /** Milliseconds until there is a token; at most 0 where there is one. */
  get waitMs(): number {
    return this.#bucket === undefined ? 0 : this.#bucket.openAt - this.#runtime.monotonic();
  }

  start(): void {
    this.#running += 1;
    this.#bucket?.take(this.#runtime.monotonic());
  }

  end(): void {
    this.#running -= 1;
  }

  /** Calls back when there may be a token, if it is a token that is missing. There is one timer at most. */
  awaitToken(then: () => void): void {
    if (this.#timer || this.#running >= this.#concurrency || this.waitMs <= 0) return;
    const ring = () => {
      this.#timer = undefined;
      then();
    };
    this.#timer = { handle: this.#runtime.startTimer(ring, Math.max(1, Math.ceil(this.waitMs))) };
  }

  stopWaiting(): void {
    if (this.#timer) this.#runtime.stopTimer(this.#timer.handle);
    this.#timer = undefined;
  }
}
