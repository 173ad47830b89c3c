import type { AppendResult, Entry, Journal, NewEntry } from "@acta/journal";

/** The journal with some of its methods replaced. */
export function wrapJournal(journal: Journal, replaced: Partial<Journal>): Journal {
  return {
    capabilities: journal.capabilities,
    append: (branchId, entries, options) => journal.append(branchId, entries, options),
    read: (branchId, options) => journal.read(branchId, options),
    unsettled: (options) => journal.unsettled(options),
    acquire: (branchId, options) => journal.acquire(branchId, options),
    close: () => journal.close(),
    ...replaced,
  };
}

export interface HoldAt {
  readonly kind: string;
  /** `after`: it is stored, and nobody is told. */
  readonly when: "before" | "after";
  /** Which append with such an entry. Default 1. */
  readonly nth?: number | undefined;
}

/** A journal that stops its process at one append: everything appended before is answered by then, and it never answers again. */
export function heldJournal(journal: Journal, { kind, when, nth = 1 }: HoldAt, hold: () => Promise<never>): Journal {
  let seen = 0;
  let before: Promise<unknown> = Promise.resolve();
  return wrapJournal(journal, {
    append(branchId, entries, options) {
      const isIt = entries.some((entry) => entry.kind === kind) && ++seen === nth;
      if (isIt && when === "before") return before.then(hold);
      const stored = Promise.resolve(journal.append(branchId, entries, options));
      before = Promise.allSettled([before, stored]);
      return isIt ? before.then(hold) : stored;
    },
  });
}

/** An answer for entries that nobody stored. */
export function pretend(branchId: string, entries: readonly NewEntry[]): AppendResult {
  return { kind: "appended", entries: entries.map((entry): Entry => ({ ...entry, branchId, sequence: Number.MAX_SAFE_INTEGER })) };
}
