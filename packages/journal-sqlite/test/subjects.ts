import { createRequire } from "node:module";
import type { JournalSubject } from "@acta/journal/conformance";
import { isNewEnough } from "../src/engine.js";
import type { SqliteDatabase } from "../src/index.js";
import { sqliteSubject } from "./sqlite-subject.js";

/** What the journal finds by itself, and each driver that is at hand; better-sqlite3 where `ACTA_TEST_BETTER_SQLITE3` names its folder. */
export function sqliteSubjects(place: string): readonly JournalSubject[] {
  const require = createRequire(import.meta.url);
  const subjects = [sqliteSubject("sqlite", { place })];
  const add = (name: string, Database: new (path: string) => SqliteDatabase) =>
    subjects.push(sqliteSubject(`sqlite with ${name}`, { place, openDatabase: (path) => new Database(path) }));
  add("@photostructure/sqlite", require("@photostructure/sqlite").DatabaseSync);
  if (isNewEnough(process.versions.sqlite ?? "0")) add("node:sqlite", require("node:sqlite").DatabaseSync);
  const { ACTA_TEST_BETTER_SQLITE3: betterSqlite3 } = process.env;
  if (betterSqlite3) add("better-sqlite3", require(betterSqlite3));
  return subjects;
}
