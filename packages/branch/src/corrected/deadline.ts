import type { Runtime } from "../scope.js";

/** What is left of the time of one attempt. It runs only while the call is decided or performed, except for that of the whole act. */
export class Deadline {
  readonly #runtime: Runtime;
  /** Milliseconds that an attempt has. */
  readonly limitMs: number;
  /** When the act is over, on the monotonic clock. */
  readonly #until: number;
  #usedMs = 0;
  #since: number | undefined;

  /** Where there is no limit there is nothing to remember, and one serves all. */
  static of(runtime: Runtime, limitMs: number, until: number): Deadline {
    return limitMs === Number.POSITIVE_INFINITY && until === Number.POSITIVE_INFINITY ? none : new Deadline(runtime, limitMs, until);
  }

  constructor(runtime: Runtime, limitMs: number, until = Number.POSITIVE_INFINITY) {
    this.#runtime = runtime;
    this.limitMs = limitMs;
    this.#until = until;
  }

  /** The act is over: nothing may start any more. */
  get isOver(): boolean {
    return this.#until !== Number.POSITIVE_INFINITY && this.#runtime.monotonic() >= this.#until;
  }

  start(): void {
    if (this.#isLimited) this.#since ??= this.#runtime.monotonic();
  }

  pause(): void {
    if (!this.#isLimited) return;
    this.#usedMs += this.#runningMs;
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
    const own = this.#isLimited ? this.limitMs - this.#usedMs - this.#runningMs : Number.POSITIVE_INFINITY;
    const act = this.#until === Number.POSITIVE_INFINITY ? this.#until : this.#until - this.#runtime.monotonic();
    return Math.max(0, Math.min(own, act));
  }

  get #isLimited(): boolean {
    return this.limitMs !== Number.POSITIVE_INFINITY;
  }

  get #runningMs(): number {
    return this.#since === undefined ? 0 : this.#runtime.monotonic() - this.#since;
  }
}

const none = new Deadline({ now: () => 0, monotonic: () => 0, id: () => "" }, Number.POSITIVE_INFINITY);
