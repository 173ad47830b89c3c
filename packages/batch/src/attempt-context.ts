import type { BatchContext } from "./batch-item.js";
import type { LazySignal } from "./lazy-signal.js";

/** What `work` gets: its signal is made on the first read. */
export class AttemptContext implements BatchContext {
  readonly index: number;
  readonly attempt: number;
  readonly #lazySignal: LazySignal;

  constructor(index: number, attempt: number, lazySignal: LazySignal) {
    this.index = index;
    this.attempt = attempt;
    this.#lazySignal = lazySignal;
  }

  get signal(): AbortSignal {
    return this.#lazySignal.signal;
  }
}
