export type SqliteValue = string | number | null;

/** The part of `node:sqlite`'s statements that the journal uses: the least that every driver does alike. */
export interface SqliteStatement {
  run(...parameters: SqliteValue[]): unknown;
  all(...parameters: SqliteValue[]): unknown[];
}

/** The part of `node:sqlite`'s `DatabaseSync` that the journal uses. A database of better-sqlite3 or @photostructure/sqlite fits too. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}
