import type { AbortListener, AbortScope } from "./abort-scope.js";

/** The signal of one attempt. Costs an `AbortController` only when somebody reads it. */
export class LazySignal {
  readonly #scope: AbortScope;
  #controller: AbortController | undefined;
  #listener: AbortListener | undefined;
  #ownAbort: { readonly reason: unknown } | undefined;
  #isReleased = false;

  constructor(scope: AbortScope) {
    this.#scope = scope;
  }

  get signal(): AbortSignal {
    this.#controller ??= this.#open();
    return this.#controller.signal;
  }

  /** Aborts this attempt alone, unless it was aborted with all others. */
  abort(reason: unknown): void {
    if (this.#scope.aborted) return;
    this.#ownAbort = { reason };
    this.#controller?.abort(reason);
  }

  /** The attempt has ended: its signal keeps the state it has. */
  release(): void {
    this.#isReleased = true;
    if (this.#listener) this.#scope.delete(this.#listener);
  }

  #open(): AbortController {
    const controller = new AbortController();
    if (this.#ownAbort) {
      controller.abort(this.#ownAbort.reason);
    } else if (!this.#isReleased) {
      this.#listener = controller.abort.bind(controller);
      this.#scope.add(this.#listener);
    }
    return controller;
  }
}
