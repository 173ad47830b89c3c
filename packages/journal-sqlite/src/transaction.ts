import type { SqliteDatabase } from "./sqlite-database.js";

/**
 * Runs `work` between BEGIN IMMEDIATE and COMMIT. It is synchronous: whoever is stopped or awaits inside a transaction holds up every writer
 * of the file. Taking the write lock at the start means that nothing has been read which could be outdated when the lock is granted.
 */
export function transaction<Result>(database: SqliteDatabase, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: SqliteDatabase): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // After some failures SQLite has rolled back by itself; the first error is the one that counts.
  }
}
