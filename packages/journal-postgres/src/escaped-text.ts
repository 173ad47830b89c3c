import { JournalError } from "@acta/journal";

/**
 * A string as PostgreSQL can hold it. Its text has no place for NUL and the wire none for lone surrogates, which would all arrive as the
 * same replacement character and make different ids equal; escaped as in JSON they stay apart, and ordinary ids stay readable.
 */
export function escapeText(text: string): string {
  if (typeof text !== "string") throw new JournalError("invalid_entry", `expected a string, found ${typeof text}`);
  return JSON.stringify(text).slice(1, -1);
}

export function unescapeText(escaped: string): string {
  return JSON.parse(`"${escaped}"`);
}
