import type { AppendResult, Journal, NewEntry, ReadOptions, UnsettledOptions } from "@acta/journal";
import { SqliteJournalError, sqliteJournal } from "@acta/journal-sqlite";
import { contentOf, type FileContent } from "./database-file.js";
import type { FileJournal } from "./file-journal.js";
import type { Io } from "./io.js";
import { requireParentFolder } from "./require-parent-folder.js";
import { UsageError } from "./usage-error.js";

/** Why a file is not taken, as the end of a sentence. */
const refusals: Readonly<Record<FileContent, string>> = {
  none: "does not exist",
  empty: "is empty",
  foreign: "is no journal",
  journal: "exists",
};

/** A journal in a SQLite file, for several runs, also at once: each is a branch of its own. */
export class JournalDatabase implements FileJournal {
  readonly capabilities: Journal["capabilities"];
  readonly path: string;
  readonly #journal: Journal;
  #failure: Error | null = null;

  private constructor(path: string, io: Io) {
    this.path = path;
    this.#journal = sqliteJournal({ path, now: io.now });
    this.capabilities = this.#journal.capabilities;
  }

  /** For a run: the file is made where it is missing. Throws `UsageError`, and then a file that was there is as it was. */
  static create(path: string, io: Io): JournalDatabase {
    requireParentFolder(path, "journal");
    return JournalDatabase.#open(path, io, ["none", "empty", "journal"]);
  }

  /** One that a run has made. Throws `UsageError`, and then nothing is created or changed. */
  static open(path: string, io: Io): JournalDatabase {
    return JournalDatabase.#open(path, io, ["journal"]);
  }

  static #open(path: string, io: Io, accepted: readonly FileContent[]): JournalDatabase {
    const content = contentOf(path);
    if (!accepted.includes(content)) throw new UsageError(`The journal ${path} ${refusals[content]}.`);
    try {
      return new JournalDatabase(path, io);
    } catch (error) {
      if (!SqliteJournalError.isInstance(error)) throw error;
      throw new UsageError(`The journal ${path} cannot be used: ${error.message}.`, { cause: error });
    }
  }

  get failure(): Error | null {
    return this.#failure;
  }

  async append(branchId: string, entries: readonly NewEntry[], options?: { readonly fence?: number | undefined }): Promise<AppendResult> {
    try {
      const result = await this.#journal.append(branchId, entries, options);
      this.#failure = null;
      return result;
    } catch (error) {
      // What is refused says nothing about the file.
      if (SqliteJournalError.isInstance(error)) this.#failure = error;
      throw error;
    }
  }

  async read(branchId: string, options?: ReadOptions) {
    return this.#journal.read(branchId, options);
  }

  async unsettled(options?: UnsettledOptions) {
    return this.#journal.unsettled(options);
  }

  async acquire(branchId: string, options: { readonly owner: string; readonly ttlMs: number }) {
    return this.#journal.acquire(branchId, options);
  }

  async close(): Promise<void> {
    await this.#journal.close();
  }
}
