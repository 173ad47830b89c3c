import type { Group } from "./group.js";
import { Heap } from "./heap.js";
import type { Job } from "./job.js";
import type { Lock } from "./lock.js";

const goesFirst = (one: Job, other: Job) => one.priority > other.priority || (one.priority === other.priority && one.number < other.number);

/** Jobs of one owner under the same limits and the same lock: whatever holds up the first holds up all. */
export class Lane {
  ticket = 0;
  home: object | undefined;
  position = 0;
  readonly group: Group;
  readonly lock: Lock | undefined;
  readonly #jobs = new Heap<Job>(goesFirst);
  /** Whose turn it was when the lock was claimed. */
  #claimant: Job | undefined;
  /** Has the lock and waits for its limits. */
  #granted: Job | undefined;

  constructor(group: Group, lock: Lock | undefined) {
    this.group = group;
    this.lock = lock;
  }

  static goesFirst(this: void, one: Lane, other: Lane): boolean {
    return goesFirst(one.head, other.head);
  }

  /** Not to be asked of an empty lane; nobody keeps one. */
  get head(): Job {
    return this.#jobs.first as Job;
  }

  add(job: Job): void {
    this.#jobs.put(job);
    this.#place();
  }

  /** Takes out the first, which has the lock now. The others come after it, though they could share the lock. */
  grant(): Job {
    const job = this.head;
    job.ticket = this.ticket;
    job.holdsLock = true;
    this.#granted = job;
    this.#jobs.delete(job);
    this.lock?.claims.delete(this);
    this.#place();
    return job;
  }

  /** The job that has the lock starts, or goes. */
  endGrant(): void {
    this.#granted = undefined;
    this.#place();
  }

  /** It starts, or goes; if it goes, the turn that it had is nobody's: the next has to wait for its own. */
  remove(job: Job): void {
    if (job === this.#claimant) this.lock?.claims.delete(this);
    this.group.dropClaimOf(job);
    this.#jobs.delete(job);
    this.#place();
  }

  /** Its turn has come, and the lock is not free. */
  claim(lock: Lock, ticket: number): void {
    this.#claimant = this.head;
    this.group.lanes.delete(this);
    this.ticket = ticket;
    lock.claims.put(this);
    this.group.place();
  }

  #place(): void {
    const { group, lock } = this;
    if (this.#granted) group.lanes.delete(this);
    else if (this.#jobs.size === 0) group.forget(this);
    else if (!lock?.claims.has(this)) group.lanes.put(this);
    group.place();
  }
}
