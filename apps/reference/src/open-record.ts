import { resolve } from "node:path";
import { type Entry, type Journal, JournalError } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { BranchList } from "./database-file.js";
import type { Io } from "./io.js";
import { JournalDatabase } from "./journal-database.js";
import { JournalFileError, readJournalFile } from "./journal-file.js";
import type { RecordSource } from "./record-command.js";
import { UsageError } from "./usage-error.js";

/** A record that runs have made, to be read. */
export interface OpenRecord {
  readonly journal: Journal;
  /** Ids, in the order in which the branches began. */
  branches(): readonly string[];
  close(): Promise<void>;
}

/** Throws `UsageError` for what is no record; nothing is created or changed. */
export function openRecord({ kind, path }: RecordSource, io: Io): OpenRecord {
  return kind === "journal" ? openJournal(resolve(path), io) : openLines(path);
}

/** Throws `UsageError` where the record does not have the branch. */
export function requireBranch(record: OpenRecord, id: string): void {
  if (!record.branches().includes(id)) throw new UsageError(`The record has no branch ${JSON.stringify(id)}.`);
}

/** What the ids of branches begin with in which workers claim calls: no runs. */
const claims = "worker-claims/";

function openJournal(path: string, io: Io): OpenRecord {
  const journal = JournalDatabase.open(path, io);
  const list = new BranchList(path);
  return {
    journal,
    branches: () => list.read().filter((id) => !id.startsWith(claims)),
    close: () => {
      list.close();
      return journal.close();
    },
  };
}

function openLines(path: string): OpenRecord {
  const branches = new Map<string, Entry[]>();
  for (const entry of linesOf(path)) {
    const known = branches.get(entry.branchId);
    if (known) known.push(entry);
    else branches.set(entry.branchId, [entry]);
  }
  const journal = memoryJournal();
  try {
    for (const [id, entries] of branches) journal.append(id, entries);
  } catch (cause) {
    if (!JournalError.isInstance(cause)) throw cause;
    throw new UsageError(`The record ${path} cannot be used: ${cause.message}.`, { cause, code: "invalid_entry" });
  }
  return { journal, branches: () => [...branches.keys()], close: async () => journal.close() };
}

function linesOf(path: string): readonly Entry[] {
  try {
    return readJournalFile(path);
  } catch (cause) {
    if (cause instanceof JournalFileError) throw new UsageError(cause.message, { cause });
    throw new UsageError(`The record ${path} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}
