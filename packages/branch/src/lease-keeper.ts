import type { Journal, Lease } from "@acta/journal";
import { branchTaken } from "./branch-error.js";
import { longestDelayMs } from "./longest-delay.js";

interface LeaseKeeperOptions {
  readonly ttlMs: number;
  readonly onLost: () => void;
}

/** Keeps the lease of a branch as long as its process lives: nobody else writes meanwhile, and recovery stays away. */
export class LeaseKeeper {
  readonly fence: number;
  readonly #lease: Lease;
  readonly #renewMs: number;
  readonly #onLost: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReleased = false;

  private constructor(lease: Lease, { ttlMs, onLost }: LeaseKeeperOptions) {
    this.fence = lease.fence;
    this.#lease = lease;
    this.#onLost = onLost;
    this.#renewMs = Math.min(ttlMs / 3, longestDelayMs);
    this.#schedule();
  }

  /** Throws `branch_taken` where somebody else holds the branch. */
  static async take(journal: Journal, branchId: string, options: LeaseKeeperOptions & { readonly owner: string }): Promise<LeaseKeeper> {
    const lease = await journal.acquire(branchId, options);
    if (lease === null) throw branchTaken(branchId);
    return new LeaseKeeper(lease, options);
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    clearTimeout(this.#timer);
    await this.#lease.release();
  }

  #schedule(): void {
    if (this.#isReleased) return;
    this.#timer = setTimeout(() => void this.#renew(), this.#renewMs);
    // In Node a timer would keep the process alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** A lease that is lost needs no further care: the journal refuses what is written under its fence. */
  async #renew(): Promise<void> {
    try {
      if (await this.#lease.renew()) this.#schedule();
      else if (!this.#isReleased) this.#onLost();
    } catch {
      this.#schedule();
    }
  }
}
