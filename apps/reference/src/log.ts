import { setTimeout as pause } from "node:timers/promises";
import { BranchLog, inOrder, type LogRow } from "./branch-log.js";
import type { Io } from "./io.js";
import { leftOpen } from "./left-open.js";
import { logLines, logTable } from "./log-report.js";
import { type OpenRecord, openRecord, requireBranch } from "./open-record.js";
import type { LogCommand } from "./record-command.js";

/** Milliseconds between two looks at a journal that is followed. */
const lookAgainMs = 200;

/** `log`: how calls ended, in the order of the record. */
export async function log(command: LogCommand, io: Io): Promise<number> {
  const record = openRecord(command.source, io);
  try {
    if (command.branch !== null) requireBranch(record, command.branch);
    const logs = new Map<string, BranchLog>();
    const reporter = command.json ? logLines(io.stdout) : logTable(io.stdout);
    const look = async () => reporter.add((await rowsSince(record, command.branch, logs)).filter((row) => matches(row, command)));
    await look();
    if (!command.follow) reporter.end({ open: await countOpen(record, command.branch) });
    while (command.follow && io.stdout.writable !== false) {
      await pause(lookAgainMs, undefined, { signal: io.signal }).catch(() => io.signal.throwIfAborted());
      await look();
    }
    return 0;
  } finally {
    await record.close();
  }
}

async function countOpen({ journal }: OpenRecord, branch: string | null): Promise<number> {
  const { calls } = await leftOpen(journal, branch);
  return [...calls.values()].flat().length;
}

async function rowsSince(record: OpenRecord, branch: string | null, logs: Map<string, BranchLog>): Promise<readonly LogRow[]> {
  const branches: (readonly LogRow[])[] = [];
  for (const id of branch === null ? record.branches() : [branch]) {
    const known = logs.get(id) ?? new BranchLog(record.journal, id);
    logs.set(id, known);
    branches.push(await known.next());
  }
  return inOrder(branches);
}

function matches({ function: name, outcome, at }: LogRow, { tool, outcome: kind, since, until }: LogCommand): boolean {
  return (tool === null || name === tool) && (kind === null || outcome?.kind === kind) && at >= since && at < until;
}
