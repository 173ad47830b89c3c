import type { HookHandler } from "./hook-points.js";

/** One handler on one point; an object of its own, so that the same function may be registered twice. */
export interface Registration<Payload> {
  readonly handler: HookHandler<Payload>;
  readonly once: boolean;
  /** Rises with every registration on the list. */
  readonly order: number;
}

/** One handler's turn: whether the next handler gets one. */
export type Turn<Payload> = (handler: HookHandler<Payload>) => boolean | Promise<boolean>;

/** The handlers of one point, in registration order. A Set, because its iterator tolerates changes while it stands still. */
export class HandlerList<Payload> {
  readonly #registrations = new Set<Registration<Payload>>();
  #lastOrder = 0;

  get isEmpty(): boolean {
    return this.#registrations.size === 0;
  }

  add(handler: HookHandler<Payload>, once: boolean): Registration<Payload> {
    this.#lastOrder += 1;
    const registration = { handler, once, order: this.#lastOrder };
    this.#registrations.add(registration);
    return registration;
  }

  delete(registration: Registration<Payload>): void {
    this.#registrations.delete(registration);
  }

  /** Gives each handler of this moment its turn, one after another. Returns undefined when no turn had to be waited for. */
  run(turn: Turn<Payload>): Promise<void> | undefined {
    const remaining = this.#remaining(this.#registrations.values(), this.#lastOrder);
    for (let handler = remaining(); handler; handler = remaining()) {
      const goesOn = turn(handler);
      if (typeof goesOn === "object") return this.#finish(goesOn, remaining, turn);
      if (!goesOn) return undefined;
    }
    return undefined;
  }

  async #finish(first: Promise<boolean>, remaining: () => HookHandler<Payload> | undefined, turn: Turn<Payload>): Promise<void> {
    if (!(await first)) return;
    for (let handler = remaining(); handler; handler = remaining()) {
      const goesOn = turn(handler);
      if (!(typeof goesOn === "object" ? await goesOn : goesOn)) return;
    }
  }

  /** Gives out the next handler that is still registered and was there at the start. A `once` handler leaves before it runs. */
  #remaining(iterator: Iterator<Registration<Payload>, undefined>, lastOrder: number): () => HookHandler<Payload> | undefined {
    return () => {
      const registration = iterator.next().value;
      if (!registration || registration.order > lastOrder) return undefined;
      if (registration.once) this.#registrations.delete(registration);
      return registration.handler;
    };
  }
}
