import type { Io } from "./io.js";
import { leftOpen } from "./left-open.js";
import { logLines, logTable } from "./log-report.js";
import { openRecord, requireBranch } from "./open-record.js";
import { printable } from "./printable.js";
import type { RecoverCommand } from "./record-command.js";
import { recoverBranches } from "./recover-branches.js";
import { reportRefusal } from "./report-refusal.js";
import { type RerunRefusal, rerunHosts } from "./rerun-hosts.js";
import { rowsOfCalls } from "./rows-of-calls.js";
import { exitStatusOf } from "./run.js";

/**
 * `recover`: ends the calls that dead processes left open, and shows them. 1: a branch could not be recovered, and the others were; or the user
 * named a place where the calls of one cannot run again, and nothing was ended.
 */
export async function recoverRecord(command: RecoverCommand, io: Io): Promise<number> {
  const record = openRecord({ kind: "journal", path: command.journal }, io);
  const { journal } = record;
  try {
    const { branch, rerun } = command;
    if (branch !== null) requireBranch(record, branch);
    const { calls } = await leftOpen(journal, branch);
    const branches = [...calls.keys()];
    // Where nothing runs nobody needs a tool, and no policy is asked.
    const plan = rerun ? await rerunHosts(journal, branches, command, io) : { hosts: new Map(branches.map((id) => [id, null])), gone: [] };
    if ("code" in plan) return refuse(plan, command, io);
    const { ended, failed, done } = await recoverBranches(journal, { calls, hosts: plan.hosts }, io.signal);
    const unrecovered = [...plan.gone, ...failed];
    const { calls: open, pending } = await leftOpen(journal, branch);
    const held = [...open.keys()].filter((id) => done.has(id));
    const reporter = command.json ? logLines(io.stdout) : logTable(io.stdout);
    reporter.add(await rowsOfCalls(journal, ended));
    reporter.end({ held, pending, unrecovered });
    for (const { branchId, message } of unrecovered) io.stderr.write(`${sentence(branchId, message)}\n`);
    if (done.size + failed.length < plan.hosts.size) return exitStatusOf(io.signal.reason, io);
    return unrecovered.length > 0 ? 1 : 0;
  } finally {
    await record.close();
  }
}

const sentence = (branchId: string, message: string) => printable(`The branch ${branchId} was not recovered: ${message}.`);

function refuse({ branchId, code, message }: RerunRefusal, { json }: RecoverCommand, io: Io): number {
  return reportRefusal({ branchId, code, message }, `Nothing was recovered; of the branch ${branchId}: ${message}.`, json, io);
}
