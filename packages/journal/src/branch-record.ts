import { fillEntry } from "./checked-entry.js";
import type { Entry, NewEntry } from "./entry.js";
import type { AppendResult } from "./journal.js";
import { JournalError } from "./journal-error.js";
import { plain } from "./plain.js";

/** What a journal in memory has of one branch. */
export class BranchRecord {
  readonly entries: Entry[] = [];
  lease: { owner: string; fence: number; expires: number } = { owner: "", fence: 0, expires: Number.NEGATIVE_INFINITY };
  readonly #id: string;
  readonly #byId = new Map<string, Entry>();
  /** What settled each matter, or opened it where it is still open. */
  readonly #matters = new Map<string, Entry>();
  readonly #openings: Entry[];

  /** @param openings gets what opens a matter, in order of arrival */
  constructor(id: string, openings: Entry[]) {
    this.#id = id;
    this.#openings = openings;
  }

  /** Stores what is not stored yet, all or nothing. Throws `JournalError` for what can never be stored. */
  append(entries: readonly NewEntry[]): AppendResult {
    // Nearly every append is of one entry, which needs no set of ids.
    return entries.length === 1 ? this.#appendOne(entries[0] as NewEntry) : this.#appendAll(entries);
  }

  #appendOne(entry: NewEntry): AppendResult {
    const known = this.#byId.get(entry.id);
    const by = known ? undefined : this.#settledBefore(entry, undefined);
    return by ? { kind: "settled_already", by } : { kind: "appended", entries: [known ?? this.#store(entry)] };
  }

  #appendAll(entries: readonly NewEntry[]): AppendResult {
    const ids = new Set<string>();
    const before = new Map<string, NewEntry>();
    for (const entry of entries) {
      const { id } = entry;
      if (this.#byId.has(id) || ids.has(id)) continue;
      ids.add(id);
      const by = this.#settledBefore(entry, before);
      if (by) return { kind: "settled_already", by };
    }
    return { kind: "appended", entries: entries.map((entry) => this.#byId.get(entry.id) ?? this.#store(entry)) };
  }

  /**
   * The entry that settled before what this one would settle. Throws `JournalError` for what can never be stored.
   * @param before what those before it in the same append open and settle; what this one does is added
   */
  #settledBefore(entry: NewEntry, before: Map<string, NewEntry> | undefined): Entry | undefined {
    const { opens, settles } = entry;
    if (settles !== undefined) {
      const known = before?.get(settles) ?? this.#matters.get(settles);
      if (known === undefined) throw new JournalError("unknown_matter", `nothing opened ${settles}`);
      if (known.settles === settles) {
        if ("sequence" in known) return known as Entry;
        throw new JournalError("invalid_entry", `one append settles ${settles} twice`);
      }
      before?.set(settles, entry);
    }
    if (opens !== undefined) {
      if (before?.has(opens) || this.#matters.has(opens)) throw new JournalError("matter_taken", `${opens} was opened before`);
      before?.set(opens, entry);
    }
    return undefined;
  }

  #store(entry: NewEntry): Entry {
    const { id, opens, settles } = entry;
    const stored = Object.freeze(new StoredEntry(entry, this.#id, this.entries.length + 1));
    this.entries.push(stored);
    this.#byId.set(id, stored);
    if (opens !== undefined) {
      this.#matters.set(opens, stored);
      this.#openings.push(stored);
    }
    if (settles !== undefined) this.#matters.set(settles, stored);
    return stored;
  }

  /** Whether nothing has settled yet what this entry opened. */
  isOpen({ opens = "", id }: Entry): boolean {
    return this.#matters.get(opens)?.id === id;
  }
}

const StoredEntry = plain<Entry, [NewEntry, string, number]>(function (given, branchId, sequence) {
  fillEntry(this, given);
  this.branchId = branchId;
  this.sequence = sequence;
});
