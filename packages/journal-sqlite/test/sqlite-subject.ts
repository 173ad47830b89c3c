import { join } from "node:path";
import type { Journal } from "@acta/journal";
import type { JournalSubject } from "@acta/journal/conformance";
import { type SqliteDatabase, sqliteJournal } from "../src/index.js";
import { temporaryFolder } from "./temporary-folder.js";

/** A driver to try: without one, the journal finds its own. */
export type OpenDatabase = (path: string) => SqliteDatabase;

export interface SqliteSubjectOptions {
  readonly openDatabase?: OpenDatabase | undefined;
  /** The folder in which each case gets one of its own. */
  readonly place?: string | undefined;
}

/** SQLite with the strictest settings, on a file of its own per case. */
export function sqliteSubject(name: string, { openDatabase, place: parent }: SqliteSubjectOptions = {}): JournalSubject {
  let now = 1_700_000_000_000;
  let place = { folder: "", remove: () => {} };
  let journals: Journal[] = [];
  let databases: SqliteDatabase[] = [];
  const open = () => {
    const path = join(place.folder, "acta.db");
    const database = openDatabase?.(path);
    if (database) databases.push(database);
    const journal = sqliteJournal({ ...(database ? { database } : { path }), synchronous: "FULL", now: () => now });
    journals.push(journal);
    return journal;
  };
  return {
    name,
    capabilities: ["durable", "shared", "clock"],
    open() {
      place = temporaryFolder(parent);
      return open();
    },
    reopen: open,
    advance(milliseconds) {
      now += milliseconds;
    },
    async dispose() {
      await Promise.all(journals.map((journal) => journal.close()));
      for (const database of databases) database.close();
      place.remove();
      journals = [];
      databases = [];
    },
  };
}
