import { getOrMake } from "./get-or-make.js";
import { Heap } from "./heap.js";
import type { Job } from "./job.js";
import { Lane } from "./lane.js";
import type { Limiter } from "./limiter.js";
import type { Lock } from "./lock.js";
import type { Owner } from "./owner.js";

/** Jobs of one owner under the same limits: where these let nobody start, all of them wait as one. */
export class Group {
  ticket = 0;
  home: object | undefined;
  position = 0;
  readonly owner: Owner;
  readonly limiter: Limiter;
  /** Lanes that don't wait for their lock. */
  readonly lanes = new Heap<Lane>(Lane.goesFirst);
  /** Whose turn it was when the limits were claimed. */
  #claimant: Job | undefined;
  readonly #laneOf = new Map<Lock | undefined, Lane>();

  constructor(owner: Owner, limiter: Limiter) {
    this.owner = owner;
    this.limiter = limiter;
  }

  static goesFirst(this: void, one: Group, other: Group): boolean {
    return Lane.goesFirst(one.lanes.first as Lane, other.lanes.first as Lane);
  }

  laneOf(lock: Lock | undefined): Lane {
    return getOrMake(this.#laneOf, lock, () => new Lane(this, lock));
  }

  forget(lane: Lane): void {
    this.lanes.delete(lane);
    this.#laneOf.delete(lane.lock);
  }

  /** Its turn has come, and the limits let nobody start. */
  claim(ticket: number): void {
    this.#claimant = this.lanes.first?.head;
    this.owner.groups.delete(this);
    this.ticket = ticket;
    this.limiter.claims.put(this);
    this.owner.place();
  }

  /** Does nothing if it was not the job whose turn it was. */
  dropClaimOf(job: Job): void {
    if (job === this.#claimant) this.limiter.claims.delete(this);
  }

  /** Puts it where it is found: in the line of its owner, unless it waits for its limits or has nothing that could start. */
  place(): void {
    const { owner, limiter } = this;
    if (this.lanes.size === 0) {
      limiter.claims.delete(this);
      owner.groups.delete(this);
    } else if (!limiter.claims.has(this)) owner.groups.put(this);
    if (this.#laneOf.size === 0) owner.forget(this);
    owner.place();
  }
}
