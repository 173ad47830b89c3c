import type { Entry, NewEntry } from "./entry.js";
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

  /** The entry that settled before what one of these would settle; throws `JournalError` for what can never be stored. */
  settledBefore(entries: readonly NewEntry[]): Entry | undefined {
    const before = entries.length > 1 ? new Map<string, NewEntry>() : undefined;
    const ids = entries.length > 1 ? new Set<string>() : undefined;
    for (const entry of entries) {
      const { id, opens, settles } = entry;
      if (this.#byId.has(id) || ids?.has(id)) continue;
      ids?.add(id);
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
    }
    return undefined;
  }

  /** As they are stored, now or before. */
  store(entries: readonly NewEntry[]): readonly Entry[] {
    const [only, second] = entries;
    return only && !second ? [this.#store(only)] : entries.map((entry) => this.#store(entry));
  }

  #store(entry: NewEntry): Entry {
    const { id, opens, settles } = entry;
    const known = this.#byId.get(id);
    if (known) return known;
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
  const { id, kind, at, opens, settles, body } = given;
  this.id = id;
  this.kind = kind;
  this.at = at;
  if (opens !== undefined) this.opens = opens;
  if (settles !== undefined) this.settles = settles;
  this.body = body;
  this.branchId = branchId;
  this.sequence = sequence;
});
