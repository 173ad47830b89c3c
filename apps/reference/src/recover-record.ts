import { resolve } from "node:path";
import { type Recovered, recover } from "@acta/branch";
import type { Journal } from "@acta/journal";
import { BranchLog, inOrder, type LogRow } from "./branch-log.js";
import type { Io } from "./io.js";
import { JournalDatabase } from "./journal-database.js";
import { defaultPolicyFile, loadPolicy } from "./load-policy.js";
import { logLines, logTable } from "./log-report.js";
import { unsettled } from "./read-entries.js";
import type { RecoverCommand } from "./record-command.js";
import { existingFolder } from "./run.js";
import { workspaceTools } from "./tools/workspace-tools.js";
import { UsageError } from "./usage-error.js";
import { pathNames } from "./workspace/path-names.js";
import { Workspace } from "./workspace/workspace.js";

/** `recover`: ends the calls that dead processes left open, and shows them. */
export async function recoverRecord(command: RecoverCommand, io: Io): Promise<number> {
  const policy = await loadPolicy(command.policy ?? defaultPolicyFile, io.signal);
  const root = command.workspace === null ? null : await existingFolder(command.workspace);
  const path = resolve(command.journal);
  // Without a workspace nothing is run, so that nobody needs a tool.
  const tools = root === null ? [] : workspaceTools(new Workspace(root, { logRoot: logRootOf(command), record: path }));
  const journal = JournalDatabase.open(path, io);
  try {
    const ended = await recover(journal, { tools, policy, rerun: command.rerun });
    const reporter = command.json ? logLines(io.stdout) : logTable(io.stdout);
    reporter.add(await rowsOfEnded(journal, ended));
    reporter.end(await leftOpen(journal));
    return 0;
  } finally {
    await journal.close();
  }
}

function logRootOf({ logRoot }: RecoverCommand) {
  const names = logRoot?.startsWith("/") ? pathNames(logRoot) : null;
  if (logRoot !== null && names === null) throw new UsageError(`--log-root is an absolute path, not ${JSON.stringify(logRoot)}.`);
  return names;
}

/** As the record has them. */
async function rowsOfEnded(journal: Journal, ended: readonly Recovered[]): Promise<readonly LogRow[]> {
  const calls = new Set(ended.map(({ callId }) => callId));
  const branches: (readonly LogRow[])[] = [];
  for (const id of new Set(ended.map(({ branchId }) => branchId))) {
    const last = new Map<string | null, LogRow>();
    for (const row of await new BranchLog(journal, id).next()) if (row.callId !== null && calls.has(row.callId)) last.set(row.callId, row);
    branches.push([...last.values()]);
  }
  return inOrder(branches);
}

/** What recovery leaves open: calls that wait for an approval, and those of branches that somebody holds. */
async function leftOpen(journal: Journal): Promise<{ readonly held: readonly string[]; readonly pending: number }> {
  const approvals = await unsettled(journal, { kind: "approval.requested" });
  const waiting = new Set(approvals.map(({ body }) => (body as { readonly callId: string }).callId));
  const open = await unsettled(journal, { kind: "call.proposed" });
  const held = open.filter(({ opens }) => opens !== undefined && !waiting.has(opens)).map(({ branchId }) => branchId);
  return { held: [...new Set(held)], pending: approvals.length };
}
