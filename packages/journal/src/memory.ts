import { BranchRecord, readDrafts } from "./branch-record.js";
import { leaseTime, pageBounds } from "./checked-options.js";
import type { Entry, NewEntry, Page } from "./entry.js";
import type { AppendResult, Journal, Lease, ReadOptions, UnsettledOptions } from "./journal.js";
import { JournalError } from "./journal-error.js";

export interface MemoryJournalOptions {
  /** Milliseconds, for leases only. Default `performance.now`. */
  readonly monotonic?: (() => number) | undefined;
}

/** A journal in memory: the reference implementation, and the default of a branch. Every method answers without a promise. */
export function memoryJournal(options: MemoryJournalOptions = {}): MemoryJournal {
  return new MemoryJournal(options.monotonic ?? (() => performance.now()));
}

export class MemoryJournal implements Journal {
  readonly capabilities = Object.freeze({ durable: false, shared: false });
  readonly #branches = new Map<string, BranchRecord>();
  readonly #monotonic: () => number;
  /** What opened a matter, in order of arrival: the cursor of `unsettled`. */
  readonly #openings: Entry[] = [];
  #closed = false;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  append(branchId: string, entries: readonly NewEntry[], options?: { readonly fence?: number | undefined }): AppendResult {
    if (this.#closed) throw new JournalError("closed", "the journal is closed");
    const drafts = readDrafts(entries);
    const branch = this.#branch(branchId);
    const { fence } = branch.lease;
    if (options?.fence !== undefined && options.fence < fence) return { kind: "fenced", fence };
    return branch.append(drafts);
  }

  read(branchId: string, options: ReadOptions = {}): Page {
    const { after, limit } = pageBounds(options);
    const { kinds } = options;
    const all = this.#branches.get(branchId)?.entries ?? [];
    const found: Entry[] = [];
    let position = after;
    for (; position < all.length && found.length < limit; position++) {
      const entry = all[position];
      if (entry && (kinds === undefined || kinds.includes(entry.kind))) found.push(entry);
    }
    return { entries: found, next: position < all.length ? position : null };
  }

  unsettled(options: UnsettledOptions = {}): Page {
    const { branchId, kind } = options;
    const { after, limit } = pageBounds(options);
    const found: Entry[] = [];
    let last = after;
    for (let index = after; index < this.#openings.length; index++) {
      const entry = this.#openings[index] as Entry;
      if (
        (branchId ?? entry.branchId) !== entry.branchId ||
        (kind ?? entry.kind) !== entry.kind ||
        !this.#branch(entry.branchId).isOpen(entry)
      )
        continue;
      if (found.length === limit) return { entries: found, next: last };
      found.push(entry);
      last = index + 1;
    }
    return { entries: found, next: null };
  }

  acquire(branchId: string, options: { readonly owner: string; readonly ttlMs: number }): Lease | null {
    const { owner } = options;
    const ttlMs = leaseTime(options.ttlMs);
    const branch = this.#branch(branchId);
    if (branch.lease.expires > this.#monotonic() && branch.lease.owner !== owner) return null;
    const fence = branch.lease.fence + 1;
    branch.lease = { owner, fence, expires: this.#monotonic() + ttlMs };
    const held = () => branch.lease.fence === fence && branch.lease.expires > this.#monotonic();
    const extend = (milliseconds: number) => {
      const own = held();
      if (own) branch.lease.expires = this.#monotonic() + milliseconds;
      return own;
    };
    return { fence, renew: () => extend(ttlMs), release: () => void extend(0) };
  }

  close(): void {
    this.#closed = true;
  }

  #branch(branchId: string): BranchRecord {
    const known = this.#branches.get(branchId);
    if (known) return known;
    const branch = new BranchRecord(branchId, this.#openings);
    this.#branches.set(branchId, branch);
    return branch;
  }
}
