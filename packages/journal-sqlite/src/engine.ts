import { closeSync, openSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { SqliteDatabase } from "./sqlite-database.js";
import { SqliteJournalError } from "./sqlite-journal-error.js";

/** The first SQLite in which two connections that write and checkpoint at the same instant cannot damage the file. */
const oldest = [3, 51, 3] as const;

interface Engine {
  readonly DatabaseSync: new (path: string) => SqliteDatabase;
}

/** Opens the file with the SQLite of Node where that is new enough, else with the one of @photostructure/sqlite. */
export function openDatabase(path: string): SqliteDatabase {
  if (path === "" || path === ":memory:") {
    throw new SqliteJournalError("cannot_open", "a journal needs a file; for one in memory use @acta/journal/memory");
  }
  const file = resolve(path);
  createPrivately(file);
  const { DatabaseSync } = loadEngine();
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw SqliteJournalError.of(error);
  }
}

export function isNewEnough(version: string): boolean {
  const parts = version.split(".").map(Number);
  for (const [index, least] of oldest.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

export function refuseOldEngine(database: SqliteDatabase): void {
  const [row] = database.prepare("SELECT sqlite_version() AS version").all() as [{ readonly version: string }];
  if (isNewEnough(row.version)) return;
  throw new SqliteJournalError(
    "engine_too_old",
    `SQLite ${row.version} can damage a file that several connections write; the journal needs ${oldest.join(".")} or newer`,
  );
}

/** A record holds what tools were given and gave: nobody but its owner reads it. SQLite gives its other files the mode of this one. */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    throw new SqliteJournalError("cannot_open", `the journal cannot be created: ${message}`, { cause: error });
  }
}

function loadEngine(): Engine {
  try {
    // Not loaded where it is too old, because loading it prints a warning.
    if (isNewEnough(process.versions.sqlite ?? "0")) return process.getBuiltinModule("node:sqlite") as unknown as Engine;
    const require = createRequire(import.meta.url);
    return require("@photostructure/sqlite") as Engine;
  } catch (cause) {
    throw new SqliteJournalError("no_engine", "no SQLite could be loaded; pass an open `database`", { cause });
  }
}
