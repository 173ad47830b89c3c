import type { NewEntry } from "./entry.js";
import { JournalError } from "./journal-error.js";
import { plain, type Writable } from "./plain.js";

/** Copies of the entries of one append, each property read once. Throws `invalid_entry`. For those who write a journal. */
export function checkedEntries(given: readonly NewEntry[]): readonly NewEntry[] {
  return readEntries(given, EntryCopy);
}

/** The same, with copies that `Made` makes: it has to read each property of an entry once. Throws `invalid_entry`. */
export function readEntries<E extends NewEntry>(given: readonly NewEntry[], Made: new (given: NewEntry) => E): E[] {
  const length = lengthOf(given);
  // Nearly every append is of one entry; a list that grows takes room for many.
  if (length === 1) return [checked(read(given, 0, Made))];
  const entries: E[] = [];
  // By index, because a hole is no entry.
  for (let index = 0; index < length; index++) entries.push(checked(read(given, index, Made)));
  return entries;
}

function lengthOf(given: readonly NewEntry[]): number {
  try {
    if (Array.isArray(given)) return given.length;
  } catch (cause) {
    throw invalid("a list of entries cannot be read", { cause });
  }
  throw invalid("an append needs a list of entries");
}

function checked<E extends NewEntry>(entry: E): E {
  const { id, kind, at, opens, settles, body } = entry;
  if (typeof id !== "string" || id === "") throw invalid("an entry needs an id");
  if (typeof kind !== "string") throw invalid(`the entry ${id} needs a kind`);
  if (!Number.isFinite(at)) throw invalid(`the time of the entry ${id} is not a finite number`);
  if (!isMatter(opens) || !isMatter(settles)) throw invalid(`the entry ${id} opens or settles what is not a text`);
  if (body === undefined) throw invalid(`the entry ${id} has no body`);
  return entry;
}

function read<E>(given: readonly NewEntry[], index: number, Made: new (given: NewEntry) => E): E {
  try {
    return new Made(given[index] as NewEntry);
  } catch (cause) {
    throw invalid("an entry cannot be read", { cause });
  }
}

/** Without what was not given. */
const EntryCopy = plain<NewEntry, [NewEntry]>(function (given) {
  fillEntry(this, given);
});

/** Each property read once. */
export function fillEntry(entry: Writable<NewEntry>, { id, kind, at, opens, settles, body }: NewEntry): void {
  entry.id = id;
  entry.kind = kind;
  entry.at = at;
  if (opens !== undefined) entry.opens = opens;
  if (settles !== undefined) entry.settles = settles;
  entry.body = body;
}

const isMatter = (value: unknown) => value === undefined || typeof value === "string";
const invalid = (message: string, options?: ErrorOptions) => new JournalError("invalid_entry", message, options);
