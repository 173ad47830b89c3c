import { join, resolve } from "node:path";
import { asRecorded } from "./as-recorded.js";
import type { RunCommand } from "./cli.js";
import { existingFolder } from "./existing-folder.js";
import type { FileJournal } from "./file-journal.js";
import { freshPath, makeFolder } from "./fresh-folder.js";
import { Interruption } from "./interruption.js";
import type { Io } from "./io.js";
import { JournalDatabase } from "./journal-database.js";
import { JournalFile, JournalFileError } from "./journal-file.js";
import { jsonLines } from "./json-lines.js";
import { warnOfUnknownTools } from "./lint-rules.js";
import { loadPolicies } from "./load-policy.js";
import { perform } from "./perform.js";
import { describeError } from "./printable.js";
import { readTranscriptFile } from "./read-transcript-file.js";
import { requireParentFolder } from "./require-parent-folder.js";
import { tableReport } from "./table-report.js";
import { workspaceTools } from "./tools/workspace-tools.js";
import { UsageError } from "./usage-error.js";
import type { WorkerChoice } from "./worker-command.js";
import type { Job, Workers } from "./workers/workers.js";
import { logFileSystem } from "./workspace/log-file-system.js";
import { findLogRoot } from "./workspace/log-root.js";
import { Workspace } from "./workspace/workspace.js";

/** `run FILE`: the exit status. Throws `UsageError` before anything is written. */
export async function run(command: RunCommand, io: Io): Promise<number> {
  const transcript = await readTranscriptFile(command.file, io.signal);
  const logRoot = findLogRoot(transcript);
  const given = command.workspace === null ? null : await existingFolder(command.workspace);
  const fresh = await freshPath(io);
  const root = given ?? join(fresh, "workspace");
  const { policy, permissions } = await loadPolicies(command, logFileSystem(root, logRoot), io.signal);
  if (command.workers !== null) await (await import("./workers/redis.js")).requireRedis(command.workers.redis);
  const record = namedRecord(command, io);
  if (given === null || record === null) await makeFolder(fresh);
  if (given === null) await makeFolder(root);
  const journal = record ?? newRecord(fresh, command, io);
  warnOfUnknownTools(permissions, io.stderr);
  const workspace = new Workspace(root, { logRoot, record: journal.path });
  const reporter = command.json ? jsonLines(io.stdout) : tableReport(io.stdout, root);
  const host = { transcript, tools: workspaceTools(workspace), policy };
  const composition = {
    ...(command.transaction === "shipped" ? asRecorded(host, command.strategy) : host),
    journal,
    place: { workspace: root, logRoot },
  };
  const workers = await startWorkers(command.workers, { root, logRoot, journal }, io);
  try {
    const signal = workers === null ? io.signal : AbortSignal.any([io.signal, workers.signal]);
    const failure = await perform({ ...composition, ...workers?.host }, { strategy: command.strategy, signal, reporter }, io);
    return failure === null ? 0 : exitStatusOf(failure.error, io);
  } finally {
    await workers?.close();
  }
}

function namedRecord({ record, journal }: RunCommand, io: Io): FileJournal | null {
  if (journal !== null) return JournalDatabase.create(resolve(journal), io);
  return record === null ? null : createRecord(resolve(record));
}

/** Workers need a record that processes share. */
function newRecord(folder: string, { workers }: RunCommand, io: Io): FileJournal {
  return workers === null ? createRecord(join(folder, "record.jsonl")) : JournalDatabase.create(join(folder, "record.db"), io);
}

async function startWorkers(choice: WorkerChoice | null, job: Job, io: Io): Promise<Workers | null> {
  if (choice === null) return null;
  const { Workers } = await import("./workers/workers.js");
  try {
    return await Workers.start(choice, job, io);
  } catch (error) {
    await job.journal.close();
    throw error;
  }
}

export function createRecord(path: string): JournalFile {
  requireParentFolder(path, "record");
  try {
    return JournalFile.create(path);
  } catch (error) {
    if (error instanceof JournalFileError) throw new UsageError(error.message, { cause: error.cause });
    throw error;
  }
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
