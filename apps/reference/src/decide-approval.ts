import { resolve } from "node:path";
import { type ApprovalRefusal, type ApprovalRequestedBody, Branch, BranchError, type BranchOptions } from "@acta/branch";
import type { Journal } from "@acta/journal";
import type { ApproveCommand, DecideCommand } from "./approval-command.js";
import type { Io } from "./io.js";
import { loadPolicies } from "./load-policy.js";
import { logLines, logTable } from "./log-report.js";
import { type OpenRecord, openRecord } from "./open-record.js";
import { logRootOf } from "./places.js";
import { printable, printableJson } from "./printable.js";
import { entriesAfter, unsettled } from "./read-entries.js";
import { rowsOfCalls } from "./rows-of-calls.js";
import { existingFolder, exitStatusOf } from "./run.js";
import { workspaceTools } from "./tools/workspace-tools.js";
import { logFileSystem } from "./workspace/log-file-system.js";
import { Workspace } from "./workspace/workspace.js";

/** Why nothing was decided: what a branch says, or that somebody holds it. */
type Refusal = Pick<ApprovalRefusal, "message"> & { readonly code: ApprovalRefusal["code"] | "branch_taken" };

const settled: Refusal = { code: "settled", message: "somebody decided it before" };

/** `approve` and `reject`: decides an approval, and shows how its call ended. 1: nothing was decided, or the call was cut short. */
export async function decideApproval(command: DecideCommand, io: Io): Promise<number> {
  // To refuse a call nobody needs its tool, and no policy is asked.
  const host = command.kind === "approve" ? await hostOf(command, io) : {};
  const record = openRecord({ kind: "journal", path: command.journal }, io);
  try {
    const found = await find(record, command.id);
    if ("code" in found) return refuse(found, command, io);
    const ended = await decide(command, { ...host, id: found.branchId, journal: record.journal }, io);
    if (ended !== null && "code" in ended) return refuse(ended, command, io);
    const reporter = command.json ? logLines(io.stdout) : logTable(io.stdout);
    reporter.add(await rowsOfCalls(record.journal, [found]));
    reporter.end();
    return ended === null ? 0 : exitStatusOf(ended.error, io);
  } finally {
    await record.close();
  }
}

/** What the call was asked with: other tools or policies would void the approval. */
async function hostOf(command: ApproveCommand, io: Io): Promise<BranchOptions> {
  const root = await existingFolder(command.workspace);
  const logRoot = logRootOf(command);
  const policy = await loadPolicies(command, logFileSystem(root, logRoot), io.signal);
  return { policy, tools: workspaceTools(new Workspace(root, { logRoot, record: resolve(command.journal) })) };
}

/** Where an approval is asked for that nobody has decided. */
async function find(
  { journal, branches }: OpenRecord,
  id: string,
): Promise<{ readonly branchId: string; readonly callId: string } | Refusal> {
  const open = (await unsettled(journal, { kind: "approval.requested" })).find(({ opens }) => opens === id);
  if (open) return { branchId: open.branchId, callId: (open.body as ApprovalRequestedBody).callId };
  for (const branch of branches()) {
    if ((await entriesAfter(journal, branch)).some(({ kind, opens }) => kind === "approval.requested" && opens === id)) {
      return settled;
    }
  }
  return { code: "unknown", message: "no call waits for this approval" };
}

async function decide(
  command: DecideCommand,
  options: BranchOptions & { readonly id: string; readonly journal: Journal },
  { signal }: Io,
): Promise<Refusal | { readonly error: unknown } | null> {
  const { id, by, note } = command;
  const branch = await openBranch(options);
  if ("code" in branch) return branch;
  try {
    const answer =
      command.kind === "approve"
        ? await branch.approve(id, { by, note, arguments: command.arguments, signal })
        : await branch.reject(id, { by, note });
    if (!("code" in answer)) return null;
    // It was asked for when the record was looked at.
    return answer.code === "unknown" ? settled : answer;
  } catch (error) {
    return { error };
  } finally {
    // A branch that cannot be given back becomes free by itself.
    await branch.close().catch(() => {});
  }
}

async function openBranch(options: BranchOptions & { readonly id: string; readonly journal: Journal }): Promise<Branch | Refusal> {
  try {
    return await Branch.open(options);
  } catch (error) {
    if (!BranchError.isInstance(error) || error.code !== "branch_taken") throw error;
    return { code: "branch_taken", message: "a process holds its branch, or died holding it; after 30 seconds it is free" };
  }
}

function refuse({ code, message }: Refusal, { id, json }: DecideCommand, io: Io): number {
  if (json) io.stdout.write(`${printableJson({ type: "refusal", id, code, message })}\n`);
  io.stderr.write(`The approval ${printable(id)} was not decided: ${printable(message)}.\n`);
  return 1;
}
