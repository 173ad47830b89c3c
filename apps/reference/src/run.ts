import { mkdir, mkdtemp, realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { asRecorded } from "./as-recorded.js";
import type { RunCommand } from "./cli.js";
import type { FileJournal } from "./file-journal.js";
import { Interruption } from "./interruption.js";
import type { Io } from "./io.js";
import { JournalDatabase } from "./journal-database.js";
import { JournalFile, JournalFileError } from "./journal-file.js";
import { jsonLines } from "./json-lines.js";
import { defaultPolicyFile, loadPolicy } from "./load-policy.js";
import { perform } from "./perform.js";
import { describeError } from "./printable.js";
import { readTranscriptFile } from "./read-transcript-file.js";
import { tableReport } from "./table-report.js";
import { workspaceTools } from "./tools/workspace-tools.js";
import { UsageError } from "./usage-error.js";
import { findLogRoot } from "./workspace/log-root.js";
import { Workspace } from "./workspace/workspace.js";

/** `run FILE`: the exit status. Throws `UsageError` before anything is written. */
export async function run(command: RunCommand, io: Io): Promise<number> {
  const transcript = await readTranscriptFile(command.file, io.signal);
  const policy = await loadPolicy(command.policy ?? defaultPolicyFile, io.signal);
  const given = command.workspace === null ? null : await existingFolder(command.workspace);
  const record = namedRecord(command, io);
  const fresh = given !== null && record !== null ? "" : await freshFolder(io);
  const root = given ?? (await newWorkspace(fresh));
  const journal = record ?? createRecord(join(fresh, "record.jsonl"));
  const workspace = new Workspace(root, { logRoot: findLogRoot(transcript), record: journal.path });
  const reporter = command.json ? jsonLines(io.stdout) : tableReport(io.stdout, root);
  const host = { transcript, tools: workspaceTools(workspace), policy };
  const composition = { ...(command.transaction === "shipped" ? asRecorded(host, command.strategy) : host), journal };
  const failure = await perform(composition, { strategy: command.strategy, signal: io.signal, reporter }, io);
  return failure === null ? 0 : exitStatusOf(failure.error, io);
}

/** The real path of a folder that the user named. Throws `UsageError`. */
export async function existingFolder(path: string): Promise<string> {
  const stats = await stat(path).catch(() => null);
  if (!stats?.isDirectory()) throw new UsageError(`The workspace ${path} ${stats ? "is not a folder" : "does not exist"}.`);
  return realpath(path);
}

/** A new folder for what a run leaves behind. */
export async function freshFolder(io: Io): Promise<string> {
  return realpath(await mkdtemp(join(io.temporaryFolder, "acta-")));
}

function namedRecord({ record, journal }: RunCommand, io: Io): FileJournal | null {
  if (journal !== null) return JournalDatabase.create(resolve(journal), io);
  return record === null ? null : createRecord(resolve(record));
}

export function createRecord(path: string): JournalFile {
  try {
    return JournalFile.create(path);
  } catch (error) {
    if (error instanceof JournalFileError) throw new UsageError(error.message, { cause: error.cause });
    throw error;
  }
}

async function newWorkspace(folder: string): Promise<string> {
  const path = join(folder, "workspace");
  await mkdir(path);
  return path;
}

/** What cut a run short, as an exit status; says it on stderr. */
export function exitStatusOf(error: unknown, io: Io): number {
  if (error instanceof Interruption) {
    io.stderr.write("The run was interrupted; what ran is recorded.\n");
    return error.exitStatus;
  }
  io.stderr.write(`The run failed: ${describeError(error)}\n`);
  return 1;
}
