import type { Journal } from "@acta/journal";
import { BranchError } from "./branch-error.js";
import { LeaseKeeper } from "./lease-keeper.js";

/** The time in which a branch may write: from the first call, which takes it from a shared journal, until it is closed. */
export class Tenure {
  readonly #journal: Journal;
  readonly #branchId: string;
  readonly #running = new Set<Promise<unknown>>();
  #lease: LeaseKeeper | undefined;
  #taking: Promise<LeaseKeeper> | undefined;
  #isClosed = false;

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
    return !this.#isClosed && (this.#lease !== undefined || !this.#journal.capabilities.shared);
  }

  /** Throws `closed`, and `branch_taken` where another process holds the branch. */
  async begin(options: { readonly owner: string; readonly ttlMs: number }): Promise<void> {
    if (this.#isClosed) throw closed();
    if (this.hasBegun) return;
    this.#taking ??= LeaseKeeper.take(this.#journal, this.#branchId, options).finally(() => {
      this.#taking = undefined;
    });
    const lease = await this.#taking;
    if (!this.#isClosed) {
      this.#lease = lease;
      return;
    }
    await lease.release();
    throw closed();
  }

  /** Work that `end` waits for. Throws `closed`. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw closed();
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Waits for what runs, then gives the branch back. May be called twice. */
  async end(): Promise<void> {
    this.#isClosed = true;
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    const lease = this.#lease;
    this.#lease = undefined;
    await lease?.release();
  }
}

const closed = () => new BranchError("closed", "the branch is closed");
