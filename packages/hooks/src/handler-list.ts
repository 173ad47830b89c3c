import type { HookHandler } from "./hook-points.js";

/** One handler on one point; an object of its own, so that the same function may be registered twice. */
export interface Registration<Payload> {
  readonly handler: HookHandler<Payload>;
  readonly once: boolean;
}

/** How the handlers of one emission get their turn. */
export interface Turn<Payload> {
  /** Whether the next handler gets one. */
  give(handler: HookHandler<Payload>): boolean | Promise<boolean>;
}

/** The handlers of one point, in registration order. */
export class HandlerList<Payload> {
  readonly #registrations = new Set<Registration<Payload>>();
  /** Made for an emission, and kept until the list changes. */
  #snapshot: readonly Registration<Payload>[] | undefined;

  get isEmpty(): boolean {
    return this.#registrations.size === 0;
  }

  add(handler: HookHandler<Payload>, once: boolean): Registration<Payload> {
    const registration = { handler, once };
    this.#registrations.add(registration);
    this.#snapshot = undefined;
    return registration;
  }

  delete(registration: Registration<Payload>): void {
    this.#registrations.delete(registration);
    this.#snapshot = undefined;
  }

  /** Gives each handler of this moment its turn, one after another. Returns undefined when no turn had to be waited for. */
  run(turn: Turn<Payload>): Promise<void> | undefined {
    this.#snapshot ??= [...this.#registrations];
    const all = this.#snapshot;
    for (let index = 0; index < all.length; index++) {
      const goesOn = this.#give(all[index], turn);
      if (typeof goesOn === "object") return this.#finish(goesOn, all, index + 1, turn);
      if (!goesOn) return undefined;
    }
    return undefined;
  }

  async #finish(first: Promise<boolean>, all: readonly Registration<Payload>[], next: number, turn: Turn<Payload>): Promise<void> {
    if (!(await first)) return;
    for (let index = next; index < all.length; index++) {
      const goesOn = this.#give(all[index], turn);
      if (!(typeof goesOn === "object" ? await goesOn : goesOn)) return;
    }
  }

  /** One that was removed meanwhile gets no turn. A `once` handler leaves before it runs. */
  #give(registration: Registration<Payload> | undefined, turn: Turn<Payload>): boolean | Promise<boolean> {
    if (!registration || !this.#registrations.has(registration)) return true;
    if (registration.once) this.delete(registration);
    return turn.give(registration.handler);
  }
}
