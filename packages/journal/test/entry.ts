import type { NewEntry, Page } from "../src/entry.js";
import type { AppendResult } from "../src/journal.js";
import { JournalError } from "../src/journal-error.js";
import type { MemoryJournal } from "../src/memory.js";

/** An entry of kind `note`, with what the test says of it. */
export function entry(id: string, more: Partial<NewEntry> = {}): NewEntry {
  return { id, kind: "note", at: 0, body: null, ...more };
}
export const opening = (id: string, matter: string, more: Partial<NewEntry> = {}) => entry(id, { opens: matter, ...more });
export const settling = (id: string, matter: string, more: Partial<NewEntry> = {}) => entry(id, { settles: matter, ...more });

export const idsOf = ({ entries }: Page) => entries.map(({ id }) => id);
/** The ids of the whole branch. */
export const stored = (journal: MemoryJournal, branchId = "b") => idsOf(journal.read(branchId));
/** The entries that an append stored. */
export const entriesOf = (result: AppendResult) => (result.kind === "appended" ? result.entries : []);

/** The code of what this throws. */
export function codeOf(act: () => unknown): string | undefined {
  try {
    act();
  } catch (error) {
    if (JournalError.isInstance(error)) return error.code;
    throw error;
  }
  return undefined;
}
