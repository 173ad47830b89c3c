import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { statsOf } from "./stats-of.js";

/** `none`: there is no such file. `empty`: a file of no bytes. `foreign`: anything else that is no journal. */
export type FileContent = "none" | "empty" | "foreign" | "journal";

/** What a path leads to. Nothing is created or changed, whatever it is. Throws `UsageError`. */
export function contentOf(path: string): FileContent {
  const stats = statsOf(path, "journal");
  if (stats === undefined) return "none";
  if (!stats.isFile()) return "foreign";
  if (stats.size === 0) return "empty";
  try {
    return isJournal(path) ? "journal" : "foreign";
  } catch {
    return "foreign";
  }
}

/** Where there is no write-ahead log, to look for one would make one: without it the file holds everything. */
function isJournal(path: string): boolean {
  const location = existsSync(`${path}-wal`) ? path : `${pathToFileURL(path).href}?immutable=1`;
  const database = new DatabaseSync(location, { readOnly: true });
  try {
    return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'acta_schema'").all().length > 0;
  } finally {
    database.close();
  }
}

/** The branches of a journal that is open, in the order in which they began: a second, reading connection, because a journal does not list them. */
export class BranchList {
  readonly #database: InstanceType<typeof DatabaseSync>;

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
  }

  read(): readonly string[] {
    const rows = this.#database.prepare("SELECT id FROM acta_branch ORDER BY number").all() as { readonly id: string }[];
    return rows.map(({ id }) => id);
  }

  close(): void {
    this.#database.close();
  }
}
