import { recover } from "@acta/branch";
import type { Io } from "./io.js";
import { leftOpen } from "./left-open.js";
import { logLines, logTable } from "./log-report.js";
import { openRecord, requireBranch } from "./open-record.js";
import type { RecoverCommand } from "./record-command.js";
import { reportRefusal } from "./report-refusal.js";
import { type RerunRefusal, rerun, rerunHosts } from "./rerun.js";
import { rowsOfCalls } from "./rows-of-calls.js";

/** `recover`: ends the calls that dead processes left open, and shows them. 1: what was to run again cannot, and nothing was ended. */
export async function recoverRecord(command: RecoverCommand, io: Io): Promise<number> {
  const record = openRecord({ kind: "journal", path: command.journal }, io);
  const { journal } = record;
  try {
    const { branch, rerun: mayRun } = command;
    if (branch !== null) requireBranch(record, branch);
    const hosts = mayRun ? await rerunHosts(journal, command, io) : null;
    if (hosts !== null && "code" in hosts) return refuse(hosts, command, io);
    // Where nothing runs nobody needs a tool, and no policy is asked.
    const ended = await (hosts === null ? recover(journal, { branchId: branch ?? undefined }) : rerun(journal, hosts));
    const { branches: held, pending } = await leftOpen(journal, branch);
    const reporter = command.json ? logLines(io.stdout) : logTable(io.stdout);
    reporter.add(await rowsOfCalls(journal, ended));
    reporter.end({ held, pending });
    return 0;
  } finally {
    await record.close();
  }
}

function refuse({ branchId, code, message }: RerunRefusal, { json }: RecoverCommand, io: Io): number {
  return reportRefusal({ branchId, code, message }, `Nothing was recovered; of the branch ${branchId}: ${message}.`, json, io);
}
