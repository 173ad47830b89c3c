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

/** An entry with its body as text. */
export interface Draft {
  readonly entry: NewEntry;
  readonly text: string;
}

/** Throws `invalid_entry` for what the columns cannot hold. */
export function draft(entry: NewEntry): Draft {
  const { id, kind, opens, settles } = entry;
  if (!isName(id) || !isName(kind)) throw invalid("an entry needs an id and a kind of well-formed text without NUL");
  if (!(isName(opens) || opens === undefined) || !(isName(settles) || settles === undefined)) {
    throw invalid("a matter needs a name of well-formed text without NUL");
  }
  return { entry, text: textOf(entry) };
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

function textOf({ body }: NewEntry): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(body);
  } catch (cause) {
    throw invalid("a body must be JSON", { cause });
  }
  if (text === undefined) throw invalid("a body must be JSON");
  return text;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw new SqliteJournalError("corrupt", "the body of an entry is not JSON", { cause });
  }
}

const invalid = (message: string, options?: ErrorOptions) => new JournalError("invalid_entry", message, options);
