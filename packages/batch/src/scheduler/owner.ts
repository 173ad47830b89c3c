import { getOrMake } from "./get-or-make.js";
import { Group } from "./group.js";
import { Heap } from "./heap.js";
import type { Limiter } from "./limiter.js";

/** Who takes turns with the others, and its queued jobs. The ticket is that of its last start: who waited longest is next. */
export class Owner {
  ticket: number;
  home: object | undefined;
  position = 0;
  /** Jobs that have not started, wherever they wait. */
  queued = 0;
  readonly key: unknown;
  /** Groups that don't wait for their limits. */
  readonly groups = new Heap<Group>(Group.goesFirst);
  readonly #ring: Heap<Owner>;
  readonly #groupOf = new Map<Limiter, Group>();

  constructor(key: unknown, ticket: number, ring: Heap<Owner>) {
    this.key = key;
    this.ticket = ticket;
    this.#ring = ring;
  }

  groupOf(limiter: Limiter): Group {
    return getOrMake(this.#groupOf, limiter, () => new Group(this, limiter));
  }

  forget(group: Group): void {
    this.#groupOf.delete(group.limiter);
  }

  /** In the ring are those who have something that may be able to start. */
  place(): void {
    if (this.groups.size === 0) this.#ring.delete(this);
    else this.#ring.put(this);
  }
}
