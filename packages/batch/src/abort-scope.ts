import type { AbortSignalLike } from "./abort-signal-like.js";

/** Called with the reason of the abort. */
export type AbortListener = (reason: unknown) => void;

/**
 * The one abort of a batch or a retry. Takes the first reason, the caller's or its own, and passes it to whoever listens at that
 * moment. One listener on the caller's signal serves them all, and nobody needs an `AbortController` to wait for it.
 */
export class AbortScope {
  readonly #listeners = new Set<AbortListener>();
  readonly #source: AbortSignalLike | undefined;
  #abort: { readonly reason: unknown } | undefined;

  constructor(source: AbortSignalLike | undefined) {
    this.#source = source;
    if (source?.aborted) this.#abort = { reason: source.reason };
    else source?.addEventListener("abort", this.#onSourceAbort);
  }

  get aborted(): boolean {
    return this.#abort !== undefined;
  }

  get reason(): unknown {
    return this.#abort?.reason;
  }

  /** The listener is called once: at the abort, or now if that was before. */
  add(listener: AbortListener): void {
    if (this.#abort) listener(this.#abort.reason);
    else this.#listeners.add(listener);
  }

  delete(listener: AbortListener): void {
    this.#listeners.delete(listener);
  }

  abort(reason: unknown): void {
    if (this.#abort) return;
    this.#abort = { reason };
    for (const listener of this.#listeners) listener(reason);
  }

  /** Leaves the caller's signal. */
  close(): void {
    this.#source?.removeEventListener("abort", this.#onSourceAbort);
  }

  readonly #onSourceAbort = () => this.abort(this.#source?.reason);
}
