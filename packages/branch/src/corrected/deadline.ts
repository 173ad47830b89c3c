import type { Runtime } from "../scope.js";

/** What is left of the time of one attempt. It runs only while the call is decided or performed. */
export class Deadline {
  readonly #runtime: Runtime;
  /** Milliseconds that an attempt has. */
  readonly limitMs: number;
  #usedMs = 0;
  #since: number | undefined;

  /** Where there is no limit there is nothing to remember, and one serves all. */
  static of(runtime: Runtime, limitMs: number): Deadline {
    return limitMs === Number.POSITIVE_INFINITY ? none : new Deadline(runtime, limitMs);
  }

  constructor(runtime: Runtime, limitMs: number) {
    this.#runtime = runtime;
    this.limitMs = limitMs;
  }

  get isUnlimited(): boolean {
    return this.limitMs === Number.POSITIVE_INFINITY;
  }

  start(): void {
    if (!this.isUnlimited) this.#since ??= this.#runtime.monotonic();
  }

  pause(): void {
    if (this.isUnlimited) return;
    this.#usedMs = this.limitMs - this.remainingMs;
    this.#since = undefined;
  }

  /** A new attempt has all of it. */
  restart(): void {
    this.#usedMs = 0;
    this.#since = undefined;
    this.start();
  }

  /** Milliseconds, not negative. Only a timer says that it is over: what arrives before the timer has fired counts. */
  get remainingMs(): number {
    if (this.isUnlimited) return Number.POSITIVE_INFINITY;
    const running = this.#since === undefined ? 0 : this.#runtime.monotonic() - this.#since;
    return Math.max(0, this.limitMs - this.#usedMs - running);
  }
}

const none = new Deadline({ now: () => 0, monotonic: () => 0, id: () => "" }, Number.POSITIVE_INFINITY);
