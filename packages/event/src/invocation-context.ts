import type { EventContext } from "./event-context.js";

interface Source {
  readonly signal: AbortSignal;
  publish(item: unknown): void;
}

/** Shows the work these two members of its invocation and nothing else. */
export class InvocationContext implements EventContext {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  get signal(): AbortSignal {
    return this.#source.signal;
  }

  get progress(): (item: unknown) => void {
    return (item) => this.#source.publish(item);
  }
}
