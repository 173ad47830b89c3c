export type { SqliteDatabase, SqliteStatement, SqliteValue } from "./sqlite-database.js";
export { type SqliteJournalOptions, sqliteJournal } from "./sqlite-journal.js";
export { SqliteJournalError, type SqliteJournalErrorCode } from "./sqlite-journal-error.js";
