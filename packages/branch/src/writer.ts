import type { Runtime } from "./scope.js";

/** Who writes a branch while it is open: part of the id of each entry, so that its own repeat of an entry is a no-op, and nobody else's is. */
export class Writer {
  /** Like no other writer's. */
  readonly id: string;
  /** What the ids of first attempts end with, by step: nearly all are those. */
  readonly #ends = new Map<string, string>();

  constructor(id: string) {
    this.id = id;
  }

  /** A new one: of an id its random bits, and the number within the millisecond. */
  static of(runtime: Runtime): Writer {
    return new Writer(runtime.id().slice(-17));
  }

  entryId(callId: string, attempt: number, step: string): string {
    return callId + (attempt === 1 ? this.#endOfFirst(step) : this.#end(attempt, step));
  }

  #endOfFirst(step: string): string {
    let end = this.#ends.get(step);
    if (end === undefined) {
      end = this.#end(1, step);
      this.#ends.set(step, end);
    }
    return end;
  }

  #end(attempt: number, step: string): string {
    return `:${attempt}:${step}:${this.id}`;
  }
}
