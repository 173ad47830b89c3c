import type { Journal } from "@acta/journal";
import { BranchError, branchTaken } from "./branch-error.js";
import { LeaseKeeper } from "./lease-keeper.js";

/** The time in which a branch may write: from the first call, which takes it from a shared journal, until it is closed. */
export class Tenure {
  readonly #journal: Journal;
  readonly #branchId: string;
  #running = 0;
  #idle: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;
  #lease: LeaseKeeper | undefined;
  #taking: Promise<LeaseKeeper> | undefined;
  #isClosed = false;
  #isLost = false;

  constructor(journal: Journal, branchId: string) {
    this.#journal = journal;
    this.#branchId = branchId;
  }

  /** Of the lease. Undefined: nobody else can write. */
  get fence(): number | undefined {
    return this.#lease?.fence;
  }

  /** Whether `begin` has nothing to do. */
  get hasBegun(): boolean {
    return !this.#isClosed && !this.#isLost && (this.#lease !== undefined || !this.#journal.capabilities.shared);
  }

  /** Throws `closed`, and `branch_taken` where another process holds the branch. */
  async begin(options: { readonly owner: string; readonly ttlMs: number }): Promise<void> {
    if (this.#isClosed) throw closed();
    if (this.#isLost) throw branchTaken(this.#branchId);
    if (this.hasBegun) return;
    this.#taking ??= LeaseKeeper.take(this.#journal, this.#branchId, { ...options, onLost: () => this.lose() }).finally(() => {
      this.#taking = undefined;
    });
    const lease = await this.#taking;
    if (!this.#isClosed) {
      this.#lease = lease;
      return;
    }
    throw closed();
  }

  /** Somebody else has the branch, and may have written to it: what is in memory is no longer what is recorded. It has to be opened again. */
  lose(): void {
    this.#isLost = true;
  }

  /** Begins work that `end` waits for; `leave` must follow. Throws `closed`. */
  enter(): void {
    if (this.#isClosed) throw closed();
    this.#running++;
  }

  leave(): void {
    this.#running--;
    if (this.#running === 0) this.#onIdle?.();
  }

  /** Work that `end` waits for. Throws `closed`. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Waits for what runs, then gives the branch back. May be called twice. */
  async end(): Promise<void> {
    this.#isClosed = true;
    if (this.#running > 0) {
      this.#idle ??= new Promise((resolve) => {
        this.#onIdle = resolve;
      });
      await this.#idle;
    }
    // One that is being taken meanwhile is given back too.
    const lease = this.#lease ?? (await this.#taking?.catch(() => undefined));
    this.#lease = undefined;
    await lease?.release();
  }
}

const closed = () => new BranchError("closed", "the branch is closed");
