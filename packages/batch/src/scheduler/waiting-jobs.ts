import { getOrMake } from "./get-or-make.js";
import type { Group } from "./group.js";
import { Heap } from "./heap.js";
import { Job } from "./job.js";
import type { Lane } from "./lane.js";
import { Limiter } from "./limiter.js";
import { Lock } from "./lock.js";
import { Owner } from "./owner.js";
import { byTicket } from "./ticket.js";

/**
 * The jobs that have not started, and what they wait for.
 *
 * Owners take turns; at its turn an owner's first job is taken. What can't start at its turn, for a lock or for limits, claims them, leaves
 * the owner's line and is served in the order of claims, before the next turn. So nothing is overtaken for good, and nothing that is held up
 * holds up others. Every step is O(log n): each claim is made once and served once.
 */
export class WaitingJobs {
  readonly #onWake: () => void;
  readonly #owners = new Map<unknown, Owner>();
  readonly #locks = new Map<string, Lock>();
  /** Owners that may have something to start; who started something longest ago is the first. */
  readonly #ring = new Heap<Owner>(byTicket);
  /** Those limits and locks that can serve their first claim. */
  readonly #due = new Heap<Limiter | Lock>(byTicket);
  #lastTicket = 0;

  /** `onWake`: a token is back that somebody waits for. */
  constructor(onWake: () => void) {
    this.#onWake = onWake;
  }

  /** Whether it is worth asking for the next. */
  get mayHaveNext(): boolean {
    return this.#due.size + this.#ring.size > 0;
  }

  /** Where a job with these belongs. To be followed by `add`. */
  laneOf(ownerKey: unknown, limiter: Limiter, lockKey: string | undefined): Lane {
    const owner = getOrMake(this.#owners, ownerKey, () => new Owner(ownerKey, this.#newTicket(), this.#ring));
    return owner.groupOf(limiter).laneOf(lockKey === undefined ? undefined : this.#lockOf(lockKey));
  }

  add(job: Job): void {
    const { lane, owner, lock } = job;
    owner.queued += 1;
    if (lock) lock.users += 1;
    lane.add(job);
    if (lock) this.#offer(lock);
  }

  /** Takes back a job that has not started. */
  remove(job: Job): void {
    const { lane, limiter, lock } = job;
    if (job.holdsLock) this.#takeGranted(job);
    else lane.remove(job);
    this.#offer(limiter);
    this.#leave(job);
    if (lock) this.#giveBack(lock, job.holdsLock);
  }

  /** Takes the next job that may start, with its lock and its part of the limits, until `end`. */
  next(): Job | undefined {
    while (this.mayHaveNext) {
      const job = this.#advance();
      if (job === undefined) continue;
      job.limiter.start();
      if (!job.holdsLock) job.lock?.acquire(job.isShared);
      job.owner.ticket = this.#newTicket();
      this.#offer(job.limiter);
      this.#leave(job);
      return job;
    }
    return undefined;
  }

  end({ limiter, lock }: Job): void {
    limiter.end();
    this.#offer(limiter);
    if (lock) this.#giveBack(lock, true);
  }

  /** A job that may start; or nothing, but something has been served or has made its claim. */
  #advance(): Job | undefined {
    const resource = this.#due.first;
    if (resource instanceof Lock) return this.#serveLock(resource);
    if (resource instanceof Limiter) return this.#serveLimiter(resource);
    return this.#takeTurn(this.#ring.first as Owner);
  }

  #takeTurn({ groups }: Owner): Job | undefined {
    const group = groups.first as Group;
    if (group.limiter.isFree) return this.#takeFrom(group);
    group.claim(this.#newTicket());
    this.#offer(group.limiter);
    return undefined;
  }

  #takeFrom({ lanes }: Group): Job | undefined {
    const lane = lanes.first as Lane;
    const { head } = lane;
    if (head.lock === undefined || head.lock.isFree(head.isShared)) {
      lane.remove(head);
      return head;
    }
    lane.claim(head.lock, this.#newTicket());
    this.#offer(head.lock);
    return undefined;
  }

  #serveLimiter(limiter: Limiter): Job | undefined {
    const claim = limiter.claims.first as Group | Job;
    if (claim instanceof Job) return this.#takeGranted(claim);
    limiter.claims.delete(claim);
    claim.place();
    this.#offer(limiter);
    return this.#takeFrom(claim);
  }

  /** Who got the lock keeps it while it waits for its limits: else it could miss the one for the other again and again. */
  #serveLock(lock: Lock): Job | undefined {
    const job = (lock.claims.first as Lane).grant();
    lock.acquire(job.isShared);
    this.#offer(lock);
    job.limiter.claims.put(job);
    this.#offer(job.limiter);
    return undefined;
  }

  #takeGranted(job: Job): Job {
    job.limiter.claims.delete(job);
    job.lane.endGrant();
    this.#offer(job.limiter);
    return job;
  }

  /** Puts a resource where it is found when it can serve somebody. To be called after every change of it. */
  #offer(resource: Limiter | Lock): void {
    this.#due.delete(resource);
    const first = resource.claims.first;
    if (first && resource.isOpen) {
      resource.ticket = first.ticket;
      this.#due.put(resource);
    }
    if (resource instanceof Limiter) this.#keepTime(resource);
  }

  #keepTime(limiter: Limiter): void {
    const wake = () => {
      this.#offer(limiter);
      this.#onWake();
    };
    if (limiter.claims.size === 0) limiter.stopWaiting();
    else limiter.awaitToken(wake);
  }

  #leave({ owner }: Job): void {
    owner.queued -= 1;
    owner.place();
    if (owner.queued === 0) this.#owners.delete(owner.key);
  }

  #giveBack(lock: Lock, isHeld: boolean): void {
    if (isHeld) lock.release();
    lock.users -= 1;
    if (lock.users === 0) this.#locks.delete(lock.key);
    this.#offer(lock);
  }

  #lockOf(key: string): Lock {
    return getOrMake(this.#locks, key, () => new Lock(key));
  }

  #newTicket(): number {
    this.#lastTicket += 1;
    return this.#lastTicket;
  }
}
