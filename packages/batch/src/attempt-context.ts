import type { BatchContext } from "./batch-item.js";
import type { LazySignal } from "./lazy-signal.js";

/** A class, because an object with a getter of its own would cost an item more than everything else together. */
export class AttemptContext implements BatchContext {
  readonly index: number;
  readonly attempt: number;
  readonly #lazy: LazySignal;

  constructor(index: number, attempt: number, lazy: LazySignal) {
    this.index = index;
    this.attempt = attempt;
    this.#lazy = lazy;
  }

  get signal(): AbortSignal {
    return this.#lazy.signal;
  }
}
