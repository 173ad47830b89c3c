import type { AbortSignalLike } from "@acta/event";

/** An abort that any number of calls may listen to: one listener on the caller's signal serves them all, and nobody makes a controller. */
export class StopSignal implements AbortSignalLike {
  #listeners: Set<() => void> | undefined;
  #stop: { readonly reason: unknown } | undefined;

  get aborted(): boolean {
    return this.#stop !== undefined;
  }

  get reason(): unknown {
    return this.#stop?.reason;
  }

  /** The first reason stays. */
  abort(reason: unknown): void {
    if (this.#stop) return;
    this.#stop = { reason };
    const listeners = this.#listeners ?? [];
    this.#listeners = undefined;
    for (const listener of listeners) listener();
  }

  addEventListener(_: "abort", listener: () => void): void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_: "abort", listener: () => void): void {
    this.#listeners?.delete(listener);
  }
}
