import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { sqliteJournal } from "../src/sqlite-journal.js";
import { temporaryFolder } from "./temporary-folder.js";

/** Files for the databases of one test file, which are gone when they are removed. */
export function databases() {
  const { folder, remove } = temporaryFolder();
  let files = 0;
  const newPath = () => join(folder, `${files++}.db`);

  /** A journal on a database that the test may ask and hold up too. */
  function onDatabase(options: { readonly synchronous?: "FULL" | "NORMAL"; readonly lockTimeoutMs?: number } = {}) {
    const path = newPath();
    const database = new DatabaseSync(path);
    const journal = sqliteJournal({ database, ...options });
    const ask = (sql: string) => Object.values(database.prepare(sql).all()[0] as object)[0] as unknown;
    const end = async () => {
      await journal.close();
      database.close();
    };
    return { path, database, journal, ask, end };
  }

  return { newPath, onDatabase, remove };
}

export const entry = (id: string, body: string | null = null) => ({ id, kind: "note", at: 1, body });
