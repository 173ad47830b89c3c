import { resolve } from "node:path";
import { recover } from "@acta/branch";
import type { Journal } from "@acta/journal";
import type { Io } from "./io.js";
import { JournalDatabase } from "./journal-database.js";
import { loadPolicies } from "./load-policy.js";
import { logLines, logTable } from "./log-report.js";
import { fileSystemOf, logRootOf } from "./places.js";
import { unsettled } from "./read-entries.js";
import type { RecoverCommand } from "./record-command.js";
import { rowsOfCalls } from "./rows-of-calls.js";
import { existingFolder } from "./run.js";
import { workspaceTools } from "./tools/workspace-tools.js";
import { Workspace } from "./workspace/workspace.js";

/** `recover`: ends the calls that dead processes left open, and shows them. */
export async function recoverRecord(command: RecoverCommand, io: Io): Promise<number> {
  const policy = await loadPolicies(command, await fileSystemOf(command), io.signal);
  const root = command.workspace === null ? null : await existingFolder(command.workspace);
  const path = resolve(command.journal);
  // Without a workspace nothing is run, so that nobody needs a tool.
  const tools = root === null ? [] : workspaceTools(new Workspace(root, { logRoot: logRootOf(command), record: path }));
  const journal = JournalDatabase.open(path, io);
  try {
    const ended = await recover(journal, { tools, policy, rerun: command.rerun });
    const reporter = command.json ? logLines(io.stdout) : logTable(io.stdout);
    reporter.add(await rowsOfCalls(journal, ended));
    reporter.end(await leftOpen(journal));
    return 0;
  } finally {
    await journal.close();
  }
}

/** What recovery leaves open: calls that wait for an approval, and those of branches that somebody holds. */
async function leftOpen(journal: Journal): Promise<{ readonly held: readonly string[]; readonly pending: number }> {
  const approvals = await unsettled(journal, { kind: "approval.requested" });
  const waiting = new Set(approvals.map(({ body }) => (body as { readonly callId: string }).callId));
  const open = await unsettled(journal, { kind: "call.proposed" });
  const held = open.filter(({ opens }) => opens !== undefined && !waiting.has(opens)).map(({ branchId }) => branchId);
  return { held: [...new Set(held)], pending: approvals.length };
}
