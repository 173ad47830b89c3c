import type { SchedulerRuntime } from "../../src/scheduler.js";

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** A clock that stands still until it is told to go to its next timer. Timers of one moment run in the order in which they were started. */
export class SimulatedRuntime implements SchedulerRuntime {
  readonly #timers = new Set<Timer>();
  #time = 0;

  get pending(): number {
    return this.#timers.size;
  }

  monotonic(): number {
    return this.#time;
  }

  now(): number {
    return 1_000_000 + this.#time;
  }

  startTimer(run: () => void, delayMs: number): Timer {
    const timer = { at: this.#time + delayMs, run };
    this.#timers.add(timer);
    return timer;
  }

  stopTimer(timer: unknown): void {
    this.#timers.delete(timer as Timer);
  }

  /** When the next timer runs. */
  get nextAt(): number {
    return Math.min(...[...this.#timers].map(({ at }) => at));
  }

  goTo(time: number): void {
    this.#time = time;
  }

  /** Runs the next timer; false if there is none. */
  step(): boolean {
    const at = this.nextAt;
    for (const timer of this.#timers) {
      if (timer.at !== at) continue;
      this.#timers.delete(timer);
      this.#time = at;
      timer.run();
      return true;
    }
    return false;
  }
}
