import { JournalError, type NewEntry } from "@acta/journal";
import { escapeText } from "./escaped-text.js";

/** An entry on its way in, and its columns as they will be stored. */
export interface Draft {
  readonly entry: NewEntry;
  readonly columns: {
    readonly id: string;
    readonly kind: string;
    readonly at: number;
    readonly opens: string | null;
    readonly settles: string | null;
    readonly body: string;
  };
}

/** Throws `JournalError` `invalid_entry` for what the columns cannot hold. */
export function draftOf(entry: NewEntry): Draft {
  const { id, kind, at, opens, settles } = entry;
  return {
    entry,
    columns: {
      id: escapeText(id),
      kind: escapeText(kind),
      at,
      opens: opens === undefined ? null : escapeText(opens),
      settles: settles === undefined ? null : escapeText(settles),
      body: jsonOf(entry),
    },
  };
}

function jsonOf({ id, body }: NewEntry): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(body);
  } catch (cause) {
    throw new JournalError("invalid_entry", `the body of entry ${id} cannot be written as JSON`, { cause });
  }
  if (text === undefined) throw new JournalError("invalid_entry", `entry ${id} has no body`);
  return text;
}
