import type { SqliteDatabase } from "./sqlite-database.js";
import { SqliteJournalError } from "./sqlite-journal-error.js";
import { prepareTransaction, transaction } from "./transaction.js";

/**
 * One step per version; a step is never changed once it was published.
 *
 * `position` is the number of the branch in the high 32 bits and the sequence in the low: rows of a branch lie together, and numbering them
 * needs no second index. What makes a commit dear is each page that it touches, so names (ids, matters) are indexed a block of 128 entries at a
 * time, with the entry that fills it. Those of the block that is not full yet are the tail of the branch, which is read. Most matters are
 * settled in the tail, so that what is open is hardly ever indexed.
 *
 * `arrival` numbers what was opened in any branch. Row 0 of `acta_open` holds the last one as `position`: a number is never given again, and
 * AUTOINCREMENT would touch a page more to know it.
 */
export const migrations: readonly string[] = [
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
  // `acta_entry` has no column `branch` any more, so that a process with the version before cannot go on writing what is not indexed.
  `ALTER TABLE acta_entry RENAME TO acta_entry_before;
  ALTER TABLE acta_open RENAME TO acta_open_before;
  CREATE TABLE acta_entry (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    at REAL NOT NULL,
    opens TEXT,
    arrival INTEGER,
    settles TEXT,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE acta_open (
    arrival INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    position INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE acta_known_id (
    branch INTEGER NOT NULL,
    id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    PRIMARY KEY (branch, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE acta_known_settled (
    branch INTEGER NOT NULL,
    matter TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    PRIMARY KEY (branch, matter)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE acta_known_open (
    branch INTEGER NOT NULL,
    matter TEXT NOT NULL,
    arrival INTEGER NOT NULL,
    PRIMARY KEY (branch, matter)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO acta_open (arrival, kind, position) SELECT arrival, kind, position FROM acta_open_before;
  INSERT INTO acta_entry (position, id, kind, at, opens, arrival, settles, body)
    SELECT e.position, e.id, e.kind, e.at, e.opens, o.arrival, e.settles, e.body
    FROM acta_entry_before e LEFT JOIN acta_open_before o ON o.branch = e.branch AND o.matter = e.opens ORDER BY e.position;
  DROP TABLE acta_entry_before;
  DROP TABLE acta_open_before;
  INSERT INTO acta_known_id (branch, id, sequence)
    SELECT number, e.id, e.position & 4294967295
    FROM acta_branch CROSS JOIN acta_entry e ON e.position > number << 32 AND e.position <= (
      SELECT max(position) & ~127 FROM acta_entry WHERE position > number << 32 AND position < (number + 1) << 32
    );
  INSERT INTO acta_known_settled (branch, matter, sequence)
    SELECT branch, settles, sequence FROM acta_known_id CROSS JOIN acta_entry ON position = (branch << 32) | sequence
    WHERE settles IS NOT NULL;
  INSERT INTO acta_known_open (branch, matter, arrival)
    SELECT branch, opens, e.arrival FROM acta_known_id CROSS JOIN acta_entry e ON e.position = (branch << 32) | sequence
    CROSS JOIN acta_open o ON o.arrival = e.arrival;
  CREATE TRIGGER acta_entry_id AFTER INSERT ON acta_entry
    WHEN EXISTS (SELECT 1 FROM acta_known_id WHERE branch = NEW.position >> 32 AND id = NEW.id)
  BEGIN
    SELECT RAISE(ROLLBACK, 'the id is stored already');
  END;
  CREATE TRIGGER acta_entry_opens AFTER INSERT ON acta_entry WHEN NEW.opens IS NOT NULL
  BEGIN
    SELECT RAISE(ROLLBACK, 'the matter was opened before')
      WHERE EXISTS (SELECT 1 FROM acta_known_settled WHERE branch = NEW.position >> 32 AND matter = NEW.opens)
      OR EXISTS (SELECT 1 FROM acta_known_open WHERE branch = NEW.position >> 32 AND matter = NEW.opens);
    INSERT INTO acta_open (arrival, kind, position) VALUES (NEW.arrival, NEW.kind, NEW.position);
  END;`,
];

/** Brings the file to the version of this package. Throws `schema_too_new` for a file that a later version wrote. */
export function migrate(database: SqliteDatabase): void {
  if (versionOf(database) === migrations.length) return;
  transaction(prepareTransaction(database), () => {
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
