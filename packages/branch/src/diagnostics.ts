import type { Diagnostic, DiagnosticCode } from "./diagnostic.js";
import { isThenable, settled } from "./thenable.js";

/** Counts what went wrong beside the calls, and tells who listens. */
export class Diagnostics {
  readonly counts = new Map<DiagnosticCode, number>();
  readonly #listener: () => ((diagnostic: Diagnostic) => void) | undefined;

  /** @param listener who listens now */
  constructor(listener: () => ((diagnostic: Diagnostic) => void) | undefined) {
    this.#listener = listener;
  }

  report(diagnostic: Diagnostic): void {
    this.counts.set(diagnostic.code, (this.counts.get(diagnostic.code) ?? 0) + 1);
    try {
      const answer: unknown = this.#listener()?.(diagnostic);
      if (isThenable(answer)) settled(answer).catch(ignore);
    } catch {
      // Whoever listens to failures must not be able to cause one.
    }
  }
}

const ignore = () => {};
