/**
 * What linting may still do, in steps: one is about what it takes to follow one character in
 * one pattern, or to ask one rule about a call. Without a
 * bound, the time that rules of one tool take would grow with the square of their number, times what one pair of them takes.
 */
export class Effort {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Adds to what is left. */
  grant(steps: number): void {
    this.#left += steps;
  }

  /** The last thing that is begun may take more than there is left. */
  spend(steps: number): void {
    this.#left -= steps;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }
}
