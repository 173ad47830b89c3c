import { resolveOptions } from "../act-options.js";
import { type ApprovalRefusal, type ApproveOptions, type Approver, approvalRefused } from "../approval.js";
import { isWaiting, type WaitingCall } from "../open-call.js";
import { skipped } from "../outcome.js";
import type { ActionResponseModel } from "../response-model.js";
import type { Scope } from "../scope.js";
import { Act } from "./act.js";
import { answer } from "./answer.js";
import type { Call } from "./call.js";
import { approveCall, isExpired, refuseCall } from "./decide-approval.js";
import { announce } from "./invoke.js";
import { conclude, decideAndPerform } from "./perform.js";
import { propose } from "./propose.js";

type Answer = ActionResponseModel | ApprovalRefusal;

/** Starts the next attempt of a call that waits, and answers its request. */
export function approveWaiting(scope: Scope, id: string, options: ApproveOptions): Promise<Answer> {
  return decided(scope, id, options, async (act, open) => {
    const call = await approveCall(act, open, options);
    if (!("act" in call)) return call;
    announce(call);
    return { call, model: await decideAndPerform(call) };
  });
}

/** Answers the request of a call that waits with a denial. */
export function rejectWaiting(scope: Scope, id: string, options: Approver): Promise<Answer> {
  return decided(scope, id, {}, (act, open) => refuse(act, open, "rejected", options));
}

/** Answers every open request: a call that waits is denied, and what nobody ever acted on is skipped. */
export async function withdrawAll(scope: Scope, reason: string): Promise<ActionResponseModel[]> {
  const act = begin(scope, {});
  try {
    const models: ActionResponseModel[] = [];
    for (const open of scope.views.waiting()) {
      const refused = await refuse(act, open, "withdrawn", { by: "host", note: reason });
      if ("model" in refused) models.push(refused.model);
    }
    const idle = scope.views.messages.openRequests.filter(({ id }) => !scope.views.openCalls.has(id) && !scope.views.isStoring(id));
    for (const call of propose(act, idle)) models.push(await conclude(call, skipped("aborted", `the request was withdrawn: ${reason}`)));
    await act.settled();
    if (act.lost) throw act.lost;
    return models;
  } finally {
    act.close();
  }
}

type Decided = { readonly call: Call; readonly model: ActionResponseModel } | ApprovalRefusal;

async function decided(
  scope: Scope,
  id: string,
  options: Pick<ApproveOptions, "signal" | "attributes">,
  decide: (act: Act, open: WaitingCall) => Promise<Decided>,
): Promise<Answer> {
  const act = begin(scope, options);
  try {
    const open = find(scope, id);
    if (!("callId" in open)) return open;
    if (act.signal.aborted) throw act.signal.reason;
    const decision = isExpired(open, scope.runtime.now()) ? null : await decide(act, open);
    const result = decision === null || isTooLate(decision) ? await expire(act, open) : decision;
    await act.settled();
    if (!("call" in result)) return result;
    const [model] = answer(act, [result.call], [result.model]);
    return model as ActionResponseModel;
  } finally {
    act.close();
  }
}

const isTooLate = (decision: Decided): boolean => "code" in decision && decision.code === "expired";

function begin(scope: Scope, { signal, attributes }: Pick<ApproveOptions, "signal" | "attributes">): Act {
  const settings = resolveOptions({ signal, attributes });
  if (scope.lost.error) throw scope.lost.error;
  return new Act(scope, settings);
}

function find(scope: Scope, id: string): WaitingCall | ApprovalRefusal {
  for (const open of scope.views.openCalls.values()) {
    if (open.approval?.approvalId === id) return isWaiting(open) ? open : approvalRefused("settled", "somebody decided it before");
  }
  return approvalRefused("unknown", "no call waits for this approval");
}

async function expire(act: Act, open: WaitingCall): Promise<ApprovalRefusal> {
  const refused = await refuse(act, open, "expired", { by: "expiry" });
  return "model" in refused ? approvalRefused("expired", "nobody approved the call in time, and it is denied") : refused;
}

async function refuse(act: Act, open: WaitingCall, reason: "rejected" | "expired" | "withdrawn", by: Approver): Promise<Decided> {
  const refused = await refuseCall(act, open, reason, by);
  return "call" in refused ? { call: refused.call, model: await conclude(refused.call, refused.outcome) } : refused;
}
