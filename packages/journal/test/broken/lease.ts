import type { Lease } from "../../src/index.js";
import { type BrokenJournal, broken, granting } from "./defects.js";

export const brokenLeases: readonly BrokenJournal[] = [
  broken("lease.time", "grants for a moment where it should refuse", (journal) => ({
    acquire: (branchId, options) => journal.acquire(branchId, { ...options, ttlMs: Math.max(1, options.ttlMs) }),
  })),
  broken("lease.exclusive", "grants a branch to everybody", (journal) => ({
    acquire: (branchId, options) => journal.acquire(branchId, { ...options, owner: "everybody" }),
  })),
  broken("lease.owner", "takes the owner up to its first NUL", (journal) => ({
    acquire: (branchId, options) => journal.acquire(branchId, { ...options, owner: options.owner.split("\0")[0] ?? "" }),
  })),
  broken("lease.branch", "keeps one lease for all branches", (journal) => ({
    acquire: (_, options) => journal.acquire("all", options),
  })),
  broken("lease.expired", "never ends a lease", (journal) => ({
    acquire: (branchId, options) => journal.acquire(branchId, { ...options, ttlMs: Number.POSITIVE_INFINITY }),
  })),
  broken("lease.same-owner", "grants the same fence to the same owner", (journal) => {
    const granted = new Map<string, Lease>();
    return {
      acquire(branchId, options) {
        const lease = granted.get(options.owner) ?? journal.acquire(branchId, options);
        if (lease) granted.set(options.owner, lease);
        return lease;
      },
    };
  }),
  broken("lease.append", "refuses an append without a fence", (journal) => ({
    append: (branchId, entries, options) =>
      options?.fence === undefined && journal.read(branchId).entries.length > 0
        ? { kind: "fenced", fence: 1 }
        : journal.append(branchId, entries, options),
  })),
  broken("lease.fenced", "does not look at fences", (journal) => ({
    append: (branchId, entries) => journal.append(branchId, entries),
  })),
  broken("lease.fenced", "answers with the newest fence as its driver gives it, a BigInt", (journal) => ({
    append(branchId, entries, options) {
      const result = journal.append(branchId, entries, options);
      return result.kind === "fenced" ? { ...result, fence: BigInt(result.fence) as unknown as number } : result;
    },
  })),
  broken("lease.fence-branch", "compares fences over all branches", (journal) => {
    let newest = 0;
    return {
      acquire(branchId, options) {
        const lease = journal.acquire(branchId, options);
        newest = Math.max(newest, lease?.fence ?? 0);
        return lease;
      },
      append: (branchId, entries, options) =>
        options?.fence !== undefined && options.fence < newest
          ? { kind: "fenced", fence: newest }
          : journal.append(branchId, entries, options),
    };
  }),
  broken(
    "lease.renew",
    "says yes to a renewal and does nothing",
    granting((lease) => ({ ...lease, renew: () => true })),
  ),
  broken(
    "lease.renew-late",
    "takes a lease again that is over",
    granting((lease, again) => ({ ...lease, renew: () => again() !== null })),
  ),
  broken(
    "lease.renew-lost",
    "renews what another was granted",
    granting((lease) => ({ ...lease, renew: () => true })),
  ),
  broken(
    "lease.release",
    "does not release",
    granting((lease) => ({ ...lease, release: () => undefined })),
  ),
  broken("lease.release-lost", "releases whoever holds the branch", (journal) => {
    let held: Lease | null = null;
    return {
      acquire(branchId, options) {
        const lease = journal.acquire(branchId, options);
        held = lease ?? held;
        return lease && { ...lease, release: () => held?.release() };
      },
    };
  }),
  broken("lease.untouched", "writes leases into the branch", (journal) => ({
    acquire(branchId, options) {
      journal.append(branchId, [{ id: options.owner, kind: "lease", at: 0, body: null }]);
      return journal.acquire(branchId, options);
    },
  })),
];
