import { AsyncLocalStorage } from "node:async_hooks";
import type { Json, JsonObject } from "../json.js";

interface Position {
  readonly item: number;
  readonly attempt: number;
}

/** What happened, in order, and in which item of a list. */
export class Trace {
  readonly steps: JsonObject[] = [];
  readonly #position = new AsyncLocalStorage<Position>();

  /** Runs the work of one item: all that it does, however late, is noted with its place. */
  within<T>(position: Position, work: () => T): T {
    return this.#position.run(position, work);
  }

  add(step: string, fields: { readonly [name: string]: Json | undefined } = {}): void {
    const { item, attempt = 1 } = this.#position.getStore() ?? {};
    const place = item === undefined ? {} : { item, ...(attempt > 1 && { attempt }) };
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    this.steps.push({ step, ...place, ...given } as JsonObject);
  }
}
