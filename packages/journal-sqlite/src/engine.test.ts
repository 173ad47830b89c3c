import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../test/temporary-folder.js";
import { isNewEnough, openDatabase, refuseOldEngine } from "./engine.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import { sqliteJournal } from "./sqlite-journal.js";

const { folder, remove } = temporaryFolder();
afterAll(remove);

const engine = (version: string): SqliteDatabase => ({
  exec: () => undefined,
  prepare: () => ({ run: () => undefined, all: () => [{ version }] }),
  close: () => undefined,
});

describe("the engine", () => {
  test.each([
    ["3.51.3", true],
    ["3.51.10", true],
    ["3.53.0", true],
    ["4.0.0", true],
    ["3.51.2", false],
    ["3.47.2", false],
    ["3.9.99", false],
    ["0", false],
  ])("%s is new enough: %s", (version, expected) => {
    expect(isNewEnough(version)).toBe(expected);
  });

  test("is refused where it can damage a shared file", () => {
    expect(() => refuseOldEngine(engine("3.51.3"))).not.toThrow();
    expect(() => sqliteJournal({ database: engine("3.45.1") })).toThrow(
      expect.objectContaining({
        code: "engine_too_old",
        message: "SQLite 3.45.1 can damage a file that several connections write; the journal needs 3.51.3 or newer",
      }),
    );
  });

  test("that is found is new enough", () => {
    const database = openDatabase(join(folder, "found.db"));
    expect(() => refuseOldEngine(database)).not.toThrow();
    database.close();
  });
});

describe("the file", () => {
  test("is made for its owner alone, with those that SQLite puts beside it", async () => {
    const path = join(folder, "private.db");
    const journal = sqliteJournal({ path });
    await journal.append("b", [{ id: "e1", kind: "note", at: 1, body: null }]);
    for (const name of [path, `${path}-wal`, `${path}-shm`]) expect([name, statSync(name).mode & 0o777]).toEqual([name, 0o600]);
    await journal.close();
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  });

  test("keeps the mode that it has", async () => {
    const path = join(folder, "shared.db");
    writeFileSync(path, "", { mode: 0o640 });
    await sqliteJournal({ path }).close();
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test.each(["", ":memory:"])("is needed: %j is none", (path) => {
    expect(() => sqliteJournal({ path })).toThrow(expect.objectContaining({ code: "cannot_open" }));
  });

  test("cannot be in a folder that is missing, and no folder is made", () => {
    const path = join(folder, "missing", "acta.db");
    expect(() => sqliteJournal({ path })).toThrow(
      expect.objectContaining({ code: "cannot_open", message: expect.stringContaining("ENOENT") }),
    );
    expect(existsSync(join(folder, "missing"))).toBe(false);
  });

  test("cannot be a folder", () => {
    const path = join(folder, "directory");
    mkdirSync(path);
    expect(() => sqliteJournal({ path })).toThrow(expect.objectContaining({ code: "cannot_open" }));
  });
});
