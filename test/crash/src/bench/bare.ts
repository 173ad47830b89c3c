import type { Entry } from "@acta/journal";
import type { SqliteDatabase, SqliteStatement } from "@acta/journal-sqlite";
import type { Synchronous } from "./synchronous.js";

/** The entries of one commit. */
export type Commit = readonly { readonly entry: Entry; readonly text: string }[];

/**
 * What a program would do at least: insert the rows and commit. The table has the columns and the unique ids of the journal's; it checks
 * nothing, and knows no matters.
 */
export class Bare {
  readonly version: string;
  readonly #database: SqliteDatabase;
  readonly #insert: SqliteStatement;

  constructor(database: SqliteDatabase, synchronous: Synchronous) {
    this.#database = database;
    database.prepare("PRAGMA journal_mode = WAL").all();
    database.exec(`PRAGMA synchronous = ${synchronous}`);
    database.exec(`CREATE TABLE entry (
      position INTEGER PRIMARY KEY, branch INTEGER NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, at REAL NOT NULL,
      opens TEXT, settles TEXT, body TEXT NOT NULL, UNIQUE (branch, id)
    ) STRICT`);
    this.#insert = database.prepare("INSERT INTO entry (branch, id, kind, at, opens, settles, body) VALUES (1, ?, ?, ?, ?, ?, ?)");
    const [row] = database.prepare("SELECT sqlite_version() AS version").all() as [{ readonly version: string }];
    this.version = row.version;
  }

  run(commits: readonly Commit[]): void {
    for (const commit of commits) {
      this.#database.exec("BEGIN IMMEDIATE");
      for (const { entry, text } of commit) {
        const { id, kind, at, opens = null, settles = null } = entry;
        this.#insert.run(id, kind, at, opens, settles, text);
      }
      this.#database.exec("COMMIT");
    }
  }

  close(): void {
    this.#database.close();
  }
}
