/** A monotonic clock that stands still until the test moves it. */
export class Clock {
  #now = 0;

  readonly monotonic = () => this.#now;

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
