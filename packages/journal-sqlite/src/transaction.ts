import type { SqliteDatabase, SqliteStatement } from "./sqlite-database.js";

/**
 * Runs `work` between BEGIN IMMEDIATE and COMMIT. It is synchronous: whoever is stopped or awaits inside a transaction holds up every writer
 * of the file. Taking the write lock at the start means that nothing has been read which could be outdated when the lock is granted.
 */
export function transaction<Result>({ begin, commit, rollBack }: TransactionStatements, work: () => Result): Result {
  begin.run();
  try {
    const result = work();
    commit.run();
    return result;
  } catch (error) {
    tryTo(rollBack);
    throw error;
  }
}

export interface TransactionStatements {
  readonly begin: SqliteStatement;
  readonly commit: SqliteStatement;
  readonly rollBack: SqliteStatement;
}

export function prepareTransaction(database: SqliteDatabase): TransactionStatements {
  const [begin, commit, rollBack] = [database.prepare("BEGIN IMMEDIATE"), database.prepare("COMMIT"), database.prepare("ROLLBACK")];
  return { begin, commit, rollBack };
}

function tryTo(rollBack: SqliteStatement): void {
  try {
    rollBack.run();
  } catch {
    // After some failures SQLite has rolled back by itself; the first error is the one that counts.
  }
}
