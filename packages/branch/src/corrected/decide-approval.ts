import { InvalidArguments } from "@acta/actions";
import { canonicalJson, type JsonObject } from "@acta/governance";
import type { Entry } from "@acta/journal";
import { type ApprovalRefusal, type ApproveOptions, type Approver, approvalRefused } from "../approval.js";
import { branchTaken } from "../branch-error.js";
import { isWaiting, type WaitingCall } from "../open-call.js";
import { denied, type Outcome } from "../outcome.js";
import type { ApprovalDecidedBody } from "../records.js";
import type { Scope } from "../scope.js";
import type { Act } from "./act.js";
import { approvalDigest } from "./approval-digest.js";
import type { Call } from "./call.js";
import { isLate } from "./interrupt.js";
import { shownInput } from "./kept.js";
import { recordedCall, toApproved } from "./recorded-call.js";
import { store } from "./settle.js";
import { validate } from "./validate.js";

/** The next attempt of a call that was approved, or why it was not. Once this has answered with a call, nobody else can decide. */
export async function approveCall(act: Act, open: WaitingCall, options: ApproveOptions): Promise<Call | ApprovalRefusal> {
  const { approval } = open;
  const edited = options.arguments;
  const call = nextAttempt(act, open, edited);
  const refused = mayDecide(open, options);
  if (refused) return refused;
  if (edited === undefined && approval.isRedacted) {
    return approvalRefused("incomplete", "not all of what was asked is kept: approve it with arguments");
  }
  if ((await approvalDigest(call, approval.arguments)) !== approval.digest) {
    return approvalRefused("changed", "the tool, the arguments or the policies are not those that the approval was asked for");
  }
  const input = edited === undefined ? approval.arguments : await validated(call);
  if (input instanceof Error) return approvalRefused("invalid_arguments", input.message);
  if (isExpired(open, act.scope.runtime.now())) return approvalRefused("expired", "nobody approved the call in time");
  if (act.signal.aborted) throw act.signal.reason;
  const taken = await decideOnce(call, open, {
    ...options,
    approved: true,
    reason: "approved",
    arguments: shownInput(call, input),
  });
  if (taken) return taken;
  call.approved = [...open.approved.flatMap(toApproved), { canonical: canonicalJson(input), by: options.by }];
  call.approval = Object.freeze({ id: approval.approvalId, by: options.by, note: options.note ?? null });
  return call;
}

/** A call that was refused, with how it ends. */
export async function refuseCall(
  act: Act,
  open: WaitingCall,
  reason: "rejected" | "expired" | "withdrawn",
  options: Approver,
): Promise<{ readonly call: Call; readonly outcome: Outcome } | ApprovalRefusal> {
  const refused = reason === "rejected" ? mayDecide(open, options) : null;
  if (refused) return refused;
  const call = nextAttempt(act, open);
  const taken = await decideOnce(call, open, { ...options, approved: false, reason, arguments: null });
  return taken ?? { call, outcome: refusedBy({ reason, note: options.note ?? null, by: options.by }) };
}

/** How a call ends whose approval was refused. */
export function refusedBy({ reason, by, note }: Pick<ApprovalDecidedBody, "reason" | "by" | "note">): Outcome {
  const because = note === null ? "" : `: ${note}`;
  if (reason === "expired") return denied("escalation_expired", "nobody approved the call in time");
  return denied("escalation_refused", reason === "withdrawn" ? `the request was withdrawn${because}` : `${by} rejected the call${because}`);
}

export function isExpired({ approval }: WaitingCall, now: number): boolean {
  return approval.expiresAt !== null && now >= approval.expiresAt;
}

function nextAttempt(act: Act, { proposed, approval, approved }: WaitingCall, edited?: unknown): Call {
  const given = edited ?? approval.given ?? undefined;
  const call = recordedCall(act, proposed, given);
  const { raw } = call.proposal;
  call.given = given === undefined || raw instanceof Error ? null : raw;
  call.attempt = approval.attempt + 1;
  call.withhold(approval.withheld);
  for (const input of [approval.arguments, ...approved.map((decided) => decided.arguments)]) if (input !== null) call.show(input);
  call.resolve();
  return call;
}

function mayDecide({ approval }: WaitingCall, { by }: Approver): ApprovalRefusal | null {
  if (approval.approvers === null || approval.approvers.includes(by)) return null;
  return approvalRefused("not_allowed", "this person is not among those who may decide");
}

async function validated(call: Call): Promise<JsonObject | Error> {
  const { raw } = call.proposal;
  if (raw instanceof Error || call.tool === null) return raw instanceof Error ? raw : new Error("there is no such tool any more");
  try {
    return await validate(call, call.tool, raw);
  } catch (error) {
    if (InvalidArguments.isInstance(error)) return error;
    if (isLate(error)) return new Error("the schema gave no answer within the time of the call");
    throw error;
  }
}

type Decided = Approver & Pick<ApprovalDecidedBody, "approved" | "reason" | "arguments">;

/** The journal settles a matter once, ever: of those who decide at the same time it lets one through. */
async function decideOnce(call: Call, { approval }: WaitingCall, decided: Decided): Promise<ApprovalRefusal | null> {
  const { approvalId, callId, requestId } = approval;
  const { approved, by, note = null, arguments: input, reason } = decided;
  const body: ApprovalDecidedBody = { approvalId, callId, requestId, approved, by, note, arguments: input, reason };
  const { scope } = call.act;
  // An id of its own for each who decides, because a writer's repeat of an entry is no second one.
  const entry = {
    id: `${approvalId}:decided:${scope.runtime.id()}`,
    kind: "approval.decided",
    at: scope.runtime.now(),
    settles: approvalId,
    body,
  };
  const stored = await store(call, entry);
  switch (stored.kind) {
    case "appended":
      for (const each of stored.entries) scope.views.fold(each);
      return null;
    case "settled_already":
      learn(scope, requestId, stored.by);
      return approvalRefused("settled", "somebody decided it before");
    case "fenced":
      throw branchTaken(scope.branchId);
  }
}

/** Whoever decided may have done so in another branch of the same id: here the call must not be shown as one that waits. */
function learn(scope: Scope, requestId: string, by: Entry): void {
  const open = scope.views.openCalls.get(requestId);
  if (open && isWaiting(open) && open.approval.approvalId === by.settles) scope.views.fold(by);
}
