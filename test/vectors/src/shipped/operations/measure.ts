import type { ActWhen } from "../../format.js";
import { isObject, type JsonObject } from "../../json.js";

/** Watches the clock and the event loop while something runs. */
export class Measure {
  readonly #when: ActWhen;
  #startedAt = 0;
  #elapsedMs = 0;
  #lastTick = 0;
  #longestGapMs = 0;

  constructor(when: ActWhen) {
    this.#when = when;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#startedAt = performance.now();
    this.#lastTick = this.#startedAt;
    const ticker = setInterval(() => this.#tick(), 2);
    try {
      return await work();
    } finally {
      this.#elapsedMs = performance.now() - this.#startedAt;
      this.#tick();
      clearInterval(ticker);
    }
  }

  #tick(): void {
    const now = performance.now();
    this.#longestGapMs = Math.max(this.#longestGapMs, now - this.#lastTick);
    this.#lastTick = now;
  }

  observe(starts: readonly number[]): JsonObject {
    const { measure, spacing_ms: spacing, ticker } = this.#when;
    return {
      ...(isObject(measure) && { timing: { ...(measure as JsonObject), within: this.#isWithin(measure) } }),
      ...(ticker === true && { loop_max_stall_ms_over_40: this.#longestGapMs > 40 }),
      ...(typeof spacing === "number" && { start_gaps_at_least_ms: areSpaced(starts, spacing) ? spacing : 0 }),
    };
  }

  #isWithin({ min_ms: min = 0, max_ms: max = Number.POSITIVE_INFINITY }: { readonly [name: string]: unknown }): boolean {
    return this.#elapsedMs >= Number(min) && this.#elapsedMs <= Number(max);
  }
}

/** Ten percent are free. */
function areSpaced(starts: readonly number[], spacingMs: number): boolean {
  return starts.every((start, index) => index === 0 || start - (starts[index - 1] ?? 0) >= 0.9 * spacingMs);
}
