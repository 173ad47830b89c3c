import { type Entry, JournalError, type Json, type NewEntry } from "@acta/journal";
import { SqliteJournalError } from "./sqlite-journal-error.js";

/** An entry as its columns hold it. */
export interface Row {
  readonly sequence: number;
  readonly id: string;
  readonly kind: string;
  readonly at: number;
  readonly opens: string | null;
  readonly settles: string | null;
  readonly body: string;
}

/** An entry read once, with its body as text. */
export interface Draft {
  readonly entry: NewEntry;
  readonly text: string;
}

/** Copies what the caller gave, so that nothing is read twice. Throws `invalid_entry` for what the columns cannot hold. */
export function draft(given: NewEntry): Draft {
  const copy = readOnce(given);
  const { id, kind, at, opens, settles } = copy.entry;
  if (id === "" || !isName(id) || !isName(kind)) throw invalid("an entry needs an id and a kind of well-formed text without NUL");
  if (!(isName(opens) || opens === undefined) || !(isName(settles) || settles === undefined)) {
    throw invalid("a matter needs a name of well-formed text without NUL");
  }
  if (!Number.isFinite(at)) throw invalid("`at` must be a finite number");
  if (typeof copy.text !== "string") throw invalid("a body must be JSON");
  return copy;
}

/** SQLite would replace half a surrogate pair, and drivers cut text at NUL: two names could become one. */
export function isName(value: unknown): value is string {
  return typeof value === "string" && !/[\0\p{Surrogate}]/u.test(value);
}

export function toEntry(branchId: string, row: Row): Entry {
  const { id, kind, at, opens, settles, body, sequence } = row;
  return Object.freeze({
    id,
    kind,
    at: Number(at),
    opens: opens ?? undefined,
    settles: settles ?? undefined,
    body: parse(body),
    branchId,
    sequence: Number(sequence),
  });
}

function readOnce(given: NewEntry): Draft {
  try {
    const { id, kind, at, opens, settles, body } = given;
    return { entry: { id, kind, at, opens, settles, body }, text: JSON.stringify(body) };
  } catch (cause) {
    throw new JournalError("invalid_entry", "an entry cannot be read as plain data", { cause });
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw new SqliteJournalError("corrupt", "the body of an entry is not JSON", { cause });
  }
}

const invalid = (message: string) => new JournalError("invalid_entry", message);
