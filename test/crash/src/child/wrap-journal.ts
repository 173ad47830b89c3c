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

/**
 * A journal that stops its process at one append: everything appended before is answered by then. What is held is never answered, and nothing
 * overtakes it, because a journal keeps order.
 */
export function heldJournal(journal: Journal, { kind, when, nth = 1 }: HoldAt, hold: () => Promise<never>): Journal {
  let seen = 0;
  let held: Promise<never> | undefined;
  let before: Promise<unknown> = Promise.resolve();
  return wrapJournal(journal, {
    append(branchId, entries, options) {
      if (held) return held;
      const isIt = entries.some((entry) => entry.kind === kind) && ++seen === nth;
      const stored = isIt && when === "before" ? undefined : Promise.resolve(journal.append(branchId, entries, options));
      before = Promise.allSettled([before, stored]);
      if (isIt) held = before.then(hold);
      return held ?? (stored as Promise<AppendResult>);
    },
  });
}

/** An answer for entries that nobody stored. */
export function pretend(branchId: string, entries: readonly NewEntry[]): AppendResult {
  return { kind: "appended", entries: entries.map((entry): Entry => ({ ...entry, branchId, sequence: Number.MAX_SAFE_INTEGER })) };
}
