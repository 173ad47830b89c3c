import { Heap } from "./heap.js";
import type { Lane } from "./lane.js";
import { byTicket } from "./ticket.js";

/** A lock that one job holds alone or several share, and the lanes that wait for it after their turn has come. */
export class Lock {
  readonly key: string;
  readonly claims = new Heap<Lane>(byTicket);
  /** That of the first claim, while it is to be served. */
  ticket = 0;
  home: object | undefined;
  position = 0;
  /** Jobs with this key that have not ended: with none left, the lock can be forgotten. */
  users = 0;
  #holders = 0;
  #isExclusive = false;

  constructor(key: string) {
    this.key = key;
  }

  /** Whether who comes now may have it. Nobody overtakes those who wait, or an exclusive one could wait forever. */
  isFree(isShared: boolean): boolean {
    return this.claims.size === 0 && this.#admits(isShared);
  }

  /** Whether the first of those who wait may have it. */
  get isOpen(): boolean {
    const head = this.claims.first?.head;
    return head !== undefined && this.#admits(head.isShared);
  }

  acquire(isShared: boolean): void {
    this.#holders += 1;
    this.#isExclusive = !isShared;
  }

  release(): void {
    this.#holders -= 1;
  }

  #admits(isShared: boolean): boolean {
    return this.#holders === 0 || (isShared && !this.#isExclusive);
  }
}
