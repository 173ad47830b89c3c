import type { SqliteDatabase } from "./sqlite-database.js";
import { SqliteJournalError } from "./sqlite-journal-error.js";

/** `FULL`: an answered append survives a loss of power. `NORMAL`: it survives the process; a loss of power may take the last ones. */
export type Synchronous = "FULL" | "NORMAL";

/** Throws `SqliteJournalError`: `cannot_open` where the file has text that is UTF-16, which is left as it is; `wal_unavailable`. */
export function applySettings(database: SqliteDatabase, synchronous: Synchronous): void {
  // SQLite would wait by blocking the event loop. The journal waits itself.
  database.exec("PRAGMA busy_timeout = 1");
  // In UTF-16, SQLite takes U+FFFE and U+FFFF for U+FFFD: two names could become one.
  if (ask(database, "PRAGMA encoding") !== "UTF-8") {
    throw new SqliteJournalError("cannot_open", "the text of the file is UTF-16; a journal needs UTF-8");
  }
  if (ask(database, "PRAGMA journal_mode") !== "wal" && ask(database, "PRAGMA journal_mode = WAL") !== "wal") {
    throw new SqliteJournalError("wal_unavailable", "the file cannot have a write-ahead log; is it in memory or on a network drive?");
  }
  database.exec(`PRAGMA synchronous = ${synchronous}`);
  // Elsewhere a no-op; on macOS a plain fsync leaves data in the cache of the drive.
  database.exec(`PRAGMA fullfsync = ${synchronous === "FULL" ? "ON" : "OFF"}`);
}

function ask(database: SqliteDatabase, question: string): unknown {
  const [row] = database.prepare(question).all();
  return typeof row === "object" && row !== null ? Object.values(row)[0] : undefined;
}
