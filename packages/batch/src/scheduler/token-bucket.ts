import type { Rate } from "./limits.js";

/** A bucket of tokens, told by the one moment when it will be full again. */
export class TokenBucket {
  readonly #refillMs: number;
  /** From the moment of the last token that may be taken to the full bucket. */
  readonly #othersMs: number;
  #fullAt = -Infinity;

  constructor({ capacity, refillMs }: Rate) {
    this.#refillMs = refillMs;
    this.#othersMs = (capacity - 1) * refillMs;
  }

  /** From this moment on there is a token. */
  get openAt(): number {
    return this.#fullAt - this.#othersMs;
  }

  take(now: number): void {
    this.#fullAt = Math.max(this.#fullAt, now) + this.#refillMs;
  }
}
