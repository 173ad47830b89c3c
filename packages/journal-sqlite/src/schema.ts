import type { SqliteDatabase } from "./sqlite-database.js";
import { SqliteJournalError } from "./sqlite-journal-error.js";
import { transaction } from "./transaction.js";

/**
 * One step per version; a step is never changed once it was published.
 *
 * `position` is the number of the branch in the high 32 bits and the sequence in the low: rows of a branch lie together, and numbering them
 * needs no second index. Random ids are what makes a row dear (each touches a page of its own), so there is one index over them and one over
 * settlements; what is open has a table that stays small, instead of a third. Its row 0 holds the last arrival as `position`: a number is never
 * given again, and AUTOINCREMENT would touch a page more to know it.
 */
const migrations: readonly string[] = [
  `CREATE TABLE acta_branch (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    fence INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    expires REAL NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE acta_entry (
    position INTEGER PRIMARY KEY,
    branch INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    at REAL NOT NULL,
    opens TEXT,
    settles TEXT,
    body TEXT NOT NULL,
    UNIQUE (branch, id)
  ) STRICT;
  CREATE UNIQUE INDEX acta_entry_settles ON acta_entry (branch, settles) WHERE settles IS NOT NULL;
  CREATE TABLE acta_open (
    arrival INTEGER PRIMARY KEY AUTOINCREMENT,
    branch INTEGER NOT NULL,
    matter TEXT NOT NULL,
    kind TEXT NOT NULL,
    position INTEGER NOT NULL,
    UNIQUE (branch, matter)
  ) STRICT;`,
  `ALTER TABLE acta_open RENAME TO acta_open_before;
  CREATE TABLE acta_open (
    arrival INTEGER PRIMARY KEY,
    branch INTEGER NOT NULL,
    matter TEXT NOT NULL,
    kind TEXT NOT NULL,
    position INTEGER NOT NULL,
    UNIQUE (branch, matter)
  ) STRICT;
  INSERT INTO acta_open (arrival, branch, matter, kind, position)
    SELECT arrival, branch, matter, kind, position FROM acta_open_before
    UNION ALL SELECT 0, 0, '', '', coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'acta_open_before'), 0);
  DROP TABLE acta_open_before;`,
];

/** Brings the file to the version of this package. Throws `schema_too_new` for a file that a later version wrote. */
export function migrate(database: SqliteDatabase): void {
  if (versionOf(database) === migrations.length) return;
  transaction(database, () => {
    const version = versionOf(database);
    if (version > migrations.length) {
      const known = migrations.length;
      throw new SqliteJournalError("schema_too_new", `the journal has schema ${version}, and this version of the package knows ${known}`);
    }
    if (version === 0) database.exec("CREATE TABLE acta_schema (version INTEGER PRIMARY KEY) STRICT");
    const record = database.prepare("INSERT INTO acta_schema (version) VALUES (?)");
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      database.exec(migration);
      record.run(index + 1);
    }
  });
}

function versionOf(database: SqliteDatabase): number {
  const tables = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'acta_schema'").all();
  if (tables.length === 0) return 0;
  const [row] = database.prepare("SELECT max(version) AS version FROM acta_schema").all() as [{ readonly version: number | null }];
  return Number(row.version ?? 0);
}
