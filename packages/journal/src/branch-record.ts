import { fillEntry, readEntries } from "./checked-entry.js";
import type { Entry, NewEntry } from "./entry.js";
import type { AppendResult } from "./journal.js";
import { JournalError } from "./journal-error.js";
import { plain, type Writable } from "./plain.js";

/** An entry that is not stored yet: its branch and its sequence are set when it is. */
type Draft = Writable<Entry>;

/** Copies of the entries of one append, which a branch stores as they are. Throws `JournalError` (`invalid_entry`). */
export const readDrafts = (given: readonly NewEntry[]): Draft[] => readEntries(given, StoredEntry);

/** What a journal in memory has of one branch. */
export class BranchRecord {
  readonly entries: Entry[] = [];
  lease: { owner: string; fence: number; expires: number } = { owner: "", fence: 0, expires: Number.NEGATIVE_INFINITY };
  readonly #id: string;
  readonly #ids = new Set<string>();
  /** Entries by id, up to the last one that was stored when `#stored` was last asked. */
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
  append(drafts: readonly Draft[]): AppendResult {
    // Nearly every append is of one entry, which needs no map of what those before it open and settle.
    return drafts.length === 1 ? this.#appendOne(drafts[0] as Draft) : this.#appendAll(drafts);
  }

  #appendOne(draft: Draft): AppendResult {
    const refusal = this.#refusalOf(draft, undefined);
    if (refusal) return this.#ids.has(draft.id) ? { kind: "appended", entries: [this.#stored(draft.id)] } : refuse(refusal);
    const { size } = this.#ids;
    if (this.#ids.add(draft.id).size === size) return { kind: "appended", entries: [this.#stored(draft.id)] };
    this.#store(draft);
    return { kind: "appended", entries: [draft] };
  }

  #appendAll(drafts: readonly Draft[]): AppendResult {
    const before = new Map<string, Draft>();
    for (const draft of drafts) {
      const { size } = this.#ids;
      if (this.#ids.add(draft.id).size === size) continue;
      draft.sequence = chosen;
      const refusal = this.#refusalOf(draft, before);
      if (refusal === undefined) continue;
      for (const { id, sequence } of drafts) if (sequence === chosen) this.#ids.delete(id);
      return refuse(refusal);
    }
    for (const draft of drafts) if (draft.sequence === chosen) this.#store(draft);
    return { kind: "appended", entries: drafts.map((draft) => (draft.sequence === none ? this.#stored(draft.id) : draft)) };
  }

  /**
   * The entry that settled before what this one would settle, or why this one can never be stored.
   * @param before what those before it in the same append open and settle; what this one does is added
   */
  #refusalOf(draft: Draft, before: Map<string, Draft> | undefined): Entry | JournalError | undefined {
    const { opens, settles } = draft;
    if (settles !== undefined) {
      const known = before?.get(settles) ?? this.#matters.get(settles);
      if (known === undefined) return new JournalError("unknown_matter", `nothing opened ${settles}`);
      if (known.settles === settles) {
        return known.sequence === chosen ? new JournalError("invalid_entry", `one append settles ${settles} twice`) : known;
      }
      before?.set(settles, draft);
    }
    if (opens !== undefined) {
      if (before?.has(opens) || this.#matters.has(opens)) return new JournalError("matter_taken", `${opens} was opened before`);
      before?.set(opens, draft);
    }
    return undefined;
  }

  #store(draft: Draft): void {
    const { opens, settles } = draft;
    draft.branchId = this.#id;
    draft.sequence = this.entries.length + 1;
    const stored = Object.freeze(draft);
    this.entries.push(stored);
    if (opens !== undefined) {
      this.#matters.set(opens, stored);
      this.#openings.push(stored);
    }
    if (settles !== undefined) this.#matters.set(settles, stored);
  }

  /** The entry with an id that is stored. Few ask: the index is brought up to date for them. */
  #stored(id: string): Entry {
    for (let index = this.#byId.size; index < this.entries.length; index++) {
      const entry = this.entries[index] as Entry;
      this.#byId.set(entry.id, entry);
    }
    return this.#byId.get(id) as Entry;
  }

  /** Whether nothing has settled yet what this entry opened. */
  isOpen({ opens = "", id }: Entry): boolean {
    return this.#matters.get(opens)?.id === id;
  }
}

/** Throws a `JournalError`; an entry is the one that settled the matter before. */
function refuse(refusal: Entry | JournalError): AppendResult {
  if (JournalError.isInstance(refusal)) throw refusal;
  return { kind: "settled_already", by: refusal };
}

/** In place of a sequence: of a draft that may be stored already, and of one that will be stored unless its append is refused. */
const none = 0;
const chosen = -1;

const StoredEntry = plain<Draft, [NewEntry]>(function (given) {
  fillEntry(this, given);
  this.branchId = "";
  this.sequence = none;
});
