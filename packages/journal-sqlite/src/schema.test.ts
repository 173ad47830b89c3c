import { copyFileSync, readFileSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { databases, entry } from "../test/databases.js";
import { migrations } from "./schema.js";
import { sqliteJournal } from "./sqlite-journal.js";

const { newPath, onDatabase, remove } = databases();
afterAll(remove);

describe("the schema", () => {
  test("is made once, and kept by those who come later", async () => {
    const { path, ask, end } = onDatabase();
    expect(ask("SELECT max(version) FROM acta_schema")).toBe(3);
    await sqliteJournal({ path }).close();
    expect(ask("SELECT count(*) FROM acta_schema")).toBe(3);
    await end();
  });

  /** A file of that version: of 300 entries in `b`, each third opens a matter and all but the last of each ten are settled; `c` has one that is open. */
  function olderFile(version: number): string {
    const path = newPath();
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE acta_schema (version INTEGER PRIMARY KEY) STRICT");
    for (const [index, migration] of migrations.slice(0, version).entries()) {
      database.exec(`${migration}; INSERT INTO acta_schema (version) VALUES (${index + 1})`);
    }
    database.exec(`INSERT INTO acta_branch (number, id) VALUES (1, 'b'), (2, 'c');
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO acta_entry SELECT (1 << 32) + i, 1, 'e' || i, 'note', i, iif(i % 3 = 1, 'm' || i, NULL),
        iif(i % 3 = 0 AND i % 10 > 0, 'm' || (i - 2), NULL), '{"i":' || i || '}' FROM n;
      INSERT INTO acta_entry VALUES ((2 << 32) + 1, 2, 'e1', 'note', 1, 'm1', NULL, 'null');
      INSERT INTO acta_open (arrival, branch, matter, kind, position)
        SELECT row_number() OVER (ORDER BY position DESC), branch, opens, kind, position FROM acta_entry o
        WHERE opens IS NOT NULL AND NOT EXISTS (SELECT 1 FROM acta_entry s WHERE s.branch = o.branch AND s.settles = o.opens)`);
    if (version > 1) database.exec("UPDATE acta_open SET position = 500 WHERE arrival = 0");
    else database.exec("UPDATE sqlite_sequence SET seq = 500 WHERE name = 'acta_open'");
    database.close();
    return path;
  }

  test.each([1, 2])("of version %i becomes that of today, with all that it holds", async (version) => {
    const path = olderFile(version);
    const journal = sqliteJournal({ path });
    const entries = (await journal.read("b")).entries;
    expect(entries.map(({ body }) => body)).toEqual(Array.from({ length: 300 }, (_, index) => ({ i: index + 1 })));
    const open = async () => (await journal.unsettled()).entries.map(({ branchId, opens }) => `${branchId} ${opens}`);
    const before = ["c m1", ...Array.from({ length: 10 }, (_, index) => `b m${298 - 30 * index}`)];
    expect(await open()).toEqual(before);
    for (const known of entries) {
      expect(await journal.append("b", [{ ...known }])).toEqual({ kind: "appended", entries: [known] });
      const { settles, opens } = known;
      if (settles) expect(await journal.append("b", [{ ...entry("x"), settles }])).toEqual({ kind: "settled_already", by: known });
      if (opens) await expect(journal.append("b", [{ ...entry("x"), opens }])).rejects.toMatchObject({ code: "matter_taken" });
    }
    await journal.append("b", [{ ...entry("new"), opens: "new" }]);
    expect(await open()).toEqual([...before, "b new"]);
    for (const settles of ["m28", "m298", "new"]) {
      expect(await journal.append("b", [{ ...entry(`${settles} ends`), settles }])).toMatchObject({ kind: "appended" });
    }
    expect(await open()).toEqual(before.filter((matter) => !/ m(28|298)$/.test(matter)));
    await journal.close();
    const raw = new DatabaseSync(path);
    expect(raw.prepare("SELECT position FROM acta_open WHERE arrival = 0").all()).toEqual([{ position: 501 }]);
    expect(raw.prepare("SELECT count(*) AS ids FROM acta_known_id").all()).toEqual([{ ids: 256 }]);
    raw.close();
  });

  test("of a later version is refused in a sentence, and nothing is changed", async () => {
    const { path, database, end } = onDatabase();
    database.exec("INSERT INTO acta_schema (version) VALUES (7)");
    database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
    await end();
    const copy = newPath();
    copyFileSync(path, copy);
    expect(() => sqliteJournal({ path: copy })).toThrow(
      expect.objectContaining({
        code: "schema_too_new",
        message: "the journal has schema 7, and this version of the package knows 3",
      }),
    );
    expect(readFileSync(copy).equals(readFileSync(path))).toBe(true);
  });

  test("leaves other tables of a database alone", async () => {
    const database = new DatabaseSync(newPath());
    database.exec("CREATE TABLE branch (id TEXT); INSERT INTO branch VALUES ('mine')");
    const journal = sqliteJournal({ database });
    await journal.append("b", [entry("e1")]);
    await journal.close();
    expect(database.prepare("SELECT id FROM branch").all()).toEqual([{ id: "mine" }]);
    database.close();
  });
});
