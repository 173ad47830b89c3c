import { CancelledError } from "./faults.js";

/** Microtasks: more than a transaction takes that waits for nothing. */
const patience = 200;

/** Ends the calls of a batch that still run. Each has a signal of its own, so that no signal gathers the listeners of them all. */
export class Stop {
  readonly #own = new AbortController();
  readonly #running = new Set<AbortController>();
  readonly #caller: AbortSignal | undefined;

  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller;
    if (caller?.aborted) this.#onAbort();
    else caller?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Aborted when no further call may start. */
  get signal(): AbortSignal {
    return this.#own.signal;
  }

  /** A call that runs, to be aborted too. */
  add(running: AbortController): void {
    if (this.signal.aborted) running.abort(this.signal.reason);
    else this.#running.add(running);
  }

  delete(running: AbortController): void {
    this.#running.delete(running);
  }

  /** Siblings that fail at the same time, without waiting for anything, have failed by themselves. */
  async siblingFailed(): Promise<void> {
    for (let hop = 0; hop < patience; hop++) await undefined;
    this.#abort(new CancelledError("a sibling failed"));
  }

  leave(): void {
    this.#caller?.removeEventListener("abort", this.#onAbort);
  }

  readonly #onAbort = () => this.#abort(this.#caller?.reason);

  #abort(reason: unknown): void {
    this.#own.abort(reason);
    for (const running of this.#running) running.abort(reason);
  }
}
