import type { SqliteJournalErrorCode } from "./sqlite-journal-error.js";

interface Failure {
  readonly code: SqliteJournalErrorCode;
  readonly sentence: string;
}

const locked: Failure = { code: "locked", sentence: "another connection holds the journal" };
const corrupt: Failure = { code: "corrupt", sentence: "the file is damaged or is no journal" };
const other: Failure = { code: "storage_failed", sentence: "SQLite refused" };

/** SQLite's primary result code, the name that better-sqlite3 gives it, and SQLite's own words for it. */
const failures: readonly (readonly [number, string, string, Failure])[] = [
  [5, "BUSY", "database is locked", locked],
  [6, "LOCKED", "database table is locked", locked],
  [8, "READONLY", "attempt to write a readonly database", { code: "read_only", sentence: "the journal can be read only" }],
  [10, "IOERR", "disk I/O error", { code: "io_failed", sentence: "the file could not be read or written" }],
  [11, "CORRUPT", "database disk image is malformed", corrupt],
  [13, "FULL", "database or disk is full", { code: "disk_full", sentence: "there is no room for the journal" }],
  [14, "CANTOPEN", "unable to open database file", { code: "cannot_open", sentence: "the journal cannot be opened" }],
  [26, "NOTADB", "file is not a database", corrupt],
];

/**
 * Drivers differ: `errcode` with a number, a `code` such as `SQLITE_IOERR_WRITE`, or, from @photostructure/sqlite's `all`, words alone.
 * Extended codes carry the primary one in their low byte.
 */
export function failureOf(error: unknown): Failure {
  if (typeof error !== "object" || error === null) return other;
  const found = failures.find(([primary, name, words]) => isCalled(error, primary, name, words));
  return found?.[3] ?? other;
}

/** False where nothing is known of an error but that SQLite or the driver refused: a row that would be stored twice is such a one. */
export const isNamed = (error: unknown): boolean => failureOf(error) !== other;

function isCalled(error: object, primary: number, name: string, words: string): boolean {
  const { errcode, code, message } = error as { readonly errcode?: unknown; readonly code?: unknown; readonly message?: unknown };
  if (typeof errcode === "number") return (errcode & 255) === primary;
  if (code === "ERR_SQLITE_ERROR") return typeof message === "string" && message.includes(words);
  return typeof code === "string" && code.startsWith("SQLITE_") && code.split("_")[1] === name;
}
