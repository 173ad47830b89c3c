/**
 * What linting may still do, in steps: one is about what it takes to follow one character in one pattern, or to ask one rule about a call.
 * Without a bound, the time that rules of one tool take would grow with the square of their number, times what one pair of them takes.
 */
export class Effort {
  #left: number;
  #hasLeftOut = false;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Adds to what is left, for the next rule. */
  grant(steps: number): void {
    this.#left += steps;
    this.#hasLeftOut = false;
  }

  /** The last thing that is begun may take more than there is left. */
  spend(steps: number): void {
    this.#left -= steps;
  }

  /** Whether something more may be begun; else it is left out. */
  mayGoOn(): boolean {
    if (this.#left <= 0) this.#hasLeftOut = true;
    return this.#left > 0;
  }

  /** Something was left out since the last grant. */
  get hasLeftOut(): boolean {
    return this.#hasLeftOut;
  }
}
