import { join } from "node:path";
import { setImmediate as yieldToLoop } from "node:timers/promises";
import { Branch, corrected, type Preview } from "@acta/branch";
import type { Turn } from "@acta/codecs";
import { asRecorded } from "./as-recorded.js";
import { type CallRow, decisionOf } from "./call-row.js";
import type { RunCommand } from "./cli.js";
import { dryRunReport } from "./dry-run-report.js";
import { existingFolder } from "./existing-folder.js";
import { freshPath } from "./fresh-folder.js";
import type { Io } from "./io.js";
import { jsonLines } from "./json-lines.js";
import { warnOfUnknownTools } from "./lint-rules.js";
import { loadPolicies } from "./load-policy.js";
import { readTranscriptFile } from "./read-transcript-file.js";
import { countOutcomes } from "./summary.js";
import { workspaceTools } from "./tools/workspace-tools.js";
import { logFileSystem } from "./workspace/log-file-system.js";
import { findLogRoot } from "./workspace/log-root.js";
import { Workspace } from "./workspace/workspace.js";

/** `run FILE --dry-run`: what the policies say of each call, as the workspace is now. Nothing is run, recorded or written. */
export async function dryRun(command: RunCommand, io: Io): Promise<number> {
  const transcript = await readTranscriptFile(command.file, io.signal);
  const logRoot = findLogRoot(transcript);
  const root = command.workspace === null ? join(await freshPath(io), "workspace") : await existingFolder(command.workspace);
  const { policy, permissions } = await loadPolicies(command, logFileSystem(root, logRoot), io.signal);
  warnOfUnknownTools(permissions, io.stderr);
  const tools = workspaceTools(new Workspace(root, { logRoot }));
  const host = { transcript, tools, policy, transaction: corrected };
  const { transcript: asked, ...options } = command.transaction === "shipped" ? asRecorded(host, command.strategy) : host;
  const branch = new Branch(options);
  const reporter = command.json ? jsonLines(io.stdout) : dryRunReport(io.stdout);
  const rows: CallRow[] = [];
  for (const turn of asked.turns) {
    // Decisions that need not wait would keep a signal of the system from being seen.
    await yieldToLoop();
    const previews = await branch.decide(turn.calls, { signal: io.signal });
    const decided = previews.map((preview, index) => toRow(preview, turn, index));
    for (const row of decided) rows.push(row);
    reporter.add(decided);
  }
  const { transaction } = command;
  reporter.end({
    calls: rows.length,
    requests: 0,
    responses: 0,
    pending: 0,
    outcomes: countOutcomes(rows),
    record: null,
    branchId: null,
    transaction,
  });
  return 0;
}

function toRow({ function: name, arguments: asked, decision, outcome }: Preview, turn: Turn, index: number): CallRow {
  const rejection = outcome?.kind === "rejected" ? outcome : null;
  return {
    callId: null,
    requestId: null,
    correlationId: turn.calls[index]?.correlationId ?? null,
    function: name,
    arguments: asked,
    decision: decision ?? (rejection ? null : decisionOf(outcome)),
    outcome: rejection,
    output: null,
    durationMs: 0,
  };
}
