import type { AbortSignalLike } from "../../src/scheduler.js";

/** A signal that can be asked how many listen to it. */
export class FakeSignal implements AbortSignalLike {
  readonly #listeners = new Set<() => void>();
  aborted = false;
  reason: unknown;

  get listeners(): number {
    return this.#listeners.size;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  abort(): void {
    this.aborted = true;
    this.reason = new Error("aborted");
    for (const listener of [...this.#listeners]) listener();
  }
}
