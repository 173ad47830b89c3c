import { type ApprovalRefusal, type ApprovalRequestedBody, Branch, BranchError, type BranchOptions } from "@acta/branch";
import type { Decision } from "@acta/governance";
import type { Journal } from "@acta/journal";
import type { ApproveCommand, DecideCommand } from "./approval-command.js";
import { checkEntry } from "./check-entry.js";
import { choosePlace, type PlaceRefusal } from "./choose-place.js";
import type { Io } from "./io.js";
import { policyId, readPolicies } from "./load-policy.js";
import { logLines, logTable } from "./log-report.js";
import { type OpenRecord, openRecord } from "./open-record.js";
import { knownPlaces } from "./places.js";
import { entriesAfter, unsettledOfAnyBody } from "./read-entries.js";
import { reportRefusal } from "./report-refusal.js";
import { type ResumedHost, resumedHost } from "./resumed-host.js";
import { rowsOfCalls } from "./rows-of-calls.js";
import { exitStatusOf } from "./run.js";
import { recordedPlace } from "./run-place.js";

/** Why nothing was decided: what a branch says, that somebody holds it, or that the call cannot run where its run did. */
type Refusal = { readonly code: ApprovalRefusal["code"] | PlaceRefusal["code"] | "branch_taken"; readonly message: string };

const settled: Refusal = { code: "settled", message: "somebody decided it before" };

/** `approve` and `reject`: decides an approval, and shows how its call ended. 1: nothing was decided, or the call was cut short. */
export async function decideApproval(command: DecideCommand, io: Io): Promise<number> {
  const record = openRecord({ kind: "journal", path: command.journal }, io);
  try {
    const found = await find(record, command.id);
    if ("code" in found) return refuse(found, command, io);
    const host = command.kind === "approve" ? await hostOf(record, found.branchId, command, io) : null;
    if (host !== null && "code" in host) return refuse(host, command, io);
    const ended = await decide(command, { ...host, id: found.branchId, journal: record.journal }, io);
    if (ended !== null && "code" in ended) {
      return refuse(host === null || command.kind !== "approve" ? ended : explained(ended, found, host, command), command, io);
    }
    const reporter = command.json ? logLines(io.stdout) : logTable(io.stdout);
    reporter.add(await rowsOfCalls(record.journal, [found]));
    reporter.end();
    return ended === null ? 0 : exitStatusOf(ended.error, io);
  } finally {
    await record.close();
  }
}

/** What the call was asked with: other tools or policies would void the approval. To refuse a call nobody needs it. */
async function hostOf({ journal }: OpenRecord, branchId: string, command: ApproveCommand, io: Io): Promise<ResumedHost | PlaceRefusal> {
  const policies = await readPolicies(command, io.signal);
  // Looked at last: reading the policies may take any time.
  const place = await choosePlace(await recordedPlace(journal, branchId), await knownPlaces(command));
  return "code" in place ? place : resumedHost(place, policies, command.journal);
}

/** A call that waits. */
interface Waiting {
  readonly branchId: string;
  readonly callId: string;
  /** Id of the policy that decided it; null where the record does not say it. */
  readonly policy: string | null;
}

/** Where an approval is asked for that nobody has decided. Throws `UsageError` where what is recorded of its call cannot be used. */
async function find({ journal, branches }: OpenRecord, id: string): Promise<Waiting | Refusal> {
  const open = (await unsettledOfAnyBody(journal, { kind: "approval.requested" })).find(({ opens }) => opens === id);
  if (open) {
    checkEntry(open);
    const { callId, decision } = open.body as ApprovalRequestedBody;
    await rowsOfCalls(journal, [{ branchId: open.branchId, callId }]);
    return { branchId: open.branchId, callId, policy: (decision as Decision | null)?.policy ?? null };
  }
  for (const branch of branches()) {
    if ((await entriesAfter(journal, branch)).some(({ kind, opens }) => kind === "approval.requested" && opens === id)) {
      return settled;
    }
  }
  return { code: "unknown", message: "no call waits for this approval; `approvals --journal DB` lists those that do" };
}

/** Names the policy that decided then, and the one given now, to who is told `changed`: most often `--policy` is another one, or missing. */
function explained(refusal: Refusal, { policy: before }: Waiting, { policy }: ResumedHost, command: ApproveCommand): Refusal {
  if (refusal.code !== "changed" || before === null) return refusal;
  const now = policyId(policy);
  const given = command.policy === null ? "the default one, because there is no --policy" : `of ${command.policy}`;
  const which =
    now === before
      ? `the policy that decided then is called ${JSON.stringify(before)}, as the one now (${given}), so that its rules, or the tool, are others`
      : `the policy ${JSON.stringify(before)} decided then, and now it is ${JSON.stringify(now)} (${given})`;
  return { ...refusal, message: `${refusal.message}: ${which}` };
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
  return reportRefusal({ id, code, message }, `The approval ${id} was not decided: ${message}.`, json, io);
}
