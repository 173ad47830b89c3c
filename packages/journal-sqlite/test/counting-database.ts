import type { SqliteDatabase, SqliteStatement } from "../src/index.js";

/** What returns rows. Others are not for `all`: better-sqlite3 refuses them. */
const returnsRows = /^(SELECT|EXPLAIN)|^PRAGMA (\w+|journal_mode = WAL)$|RETURNING \w+$/;

/** A database that writes down what it is asked to do, and is as strict as the strictest driver. */
export function countingDatabase(database: SqliteDatabase): { readonly database: SqliteDatabase; take(): readonly string[] } {
  let done: string[] = [];
  const note = (sql: string) => void done.push(sql.replace(/\s+/g, " ").slice(0, 60));
  return {
    take() {
      const taken = done;
      done = [];
      return taken;
    },
    database: {
      exec(sql) {
        note(sql);
        return database.exec(sql);
      },
      prepare(sql): SqliteStatement {
        const statement = database.prepare(sql);
        return {
          run(...parameters) {
            note(sql);
            return statement.run(...parameters);
          },
          all(...parameters) {
            note(sql);
            if (!returnsRows.test(sql)) throw new TypeError(`this returns no rows: ${sql}`);
            return statement.all(...parameters);
          },
        };
      },
      close: () => database.close(),
    },
  };
}
