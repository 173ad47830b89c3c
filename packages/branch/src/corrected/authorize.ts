import {
  type Allow,
  canonicalJson,
  type Decision,
  type Escalate,
  evaluateAll,
  type JsonObject,
  type PolicyLike,
  strictest,
} from "@acta/governance";
import type { Call } from "./call.js";
import { Limits } from "./interrupt.js";
import { obliged } from "./obligations.js";
import { versionsOf } from "./replaced.js";

type Asked = Decision | null;

/**
 * What the policies say of a call with these arguments; null where nobody is asked. An escalation that was approved for exactly these
 * arguments is an allow.
 */
export function authorize(call: Call, input: JsonObject, enforced = true): Asked | Promise<Asked> {
  const { scope } = call.act;
  const { policy } = call.tool ?? {};
  if (scope.policies.length === 0 && policy === undefined) return null;
  const context = contextOf(call, input);
  call.context = context;
  call.versions = versionsOf(call);
  const options = new Limits(call, enforced);
  const host = scope.policies.length === 0 ? null : evaluateAll(scope.policies, context, options);
  const intrinsic = policy === undefined ? null : evaluateAll([policy], context, options);
  if (host instanceof Promise || intrinsic instanceof Promise) {
    return Promise.all([host, intrinsic]).then((decisions) => conclude(call, input, ...decisions));
  }
  return conclude(call, input, host, intrinsic);
}

/** The policies that were asked about a call. */
export function policiesOf(call: Call): readonly PolicyLike[] {
  return call.tool?.policy === undefined ? call.act.scope.policies : [...call.act.scope.policies, call.tool.policy];
}

/** By somebody who may approve what is asked now, which need not be what was asked then. */
function isApproved({ approved }: Call, input: JsonObject, { approvers }: Escalate): boolean {
  if (approved.length === 0) return false;
  const canonical = canonicalJson(input);
  return approved.some((one) => one.canonical === canonical && (one.by === null || (approvers?.includes(one.by) ?? true)));
}

/** The host's answer is never an abstention, so the tool's own allow cannot be what allows. */
function conclude(call: Call, input: JsonObject, host: Asked, intrinsic: Asked): Asked {
  const asked = host && intrinsic ? strictest([host, intrinsic]) : (host ?? intrinsic);
  if (asked === null) return null;
  const decision = obliged(call, asked);
  return decision.kind === "escalate" && isApproved(call, input, decision) ? allowed(decision) : decision;
}

/** What an approval makes of an escalation. It takes no obligation away. */
export function allowed({ policy, layer, rule, reason, advice, obligations, snapshot }: Escalate): Allow {
  return { kind: "allow", policy, layer, rule, reason: `approved: ${reason}`, advice, obligations, snapshot };
}

function contextOf(call: Call, input: JsonObject) {
  const { scope, settings } = call.act;
  return Object.freeze({
    function: call.proposal.function,
    arguments: input,
    branchId: scope.branchId,
    callId: call.id,
    attempt: call.attempt,
    effect: call.tool?.effect ?? "unsafe",
    at: call.at,
    sessionId: scope.sessionId,
    parentCallId: call.proposal.parentCallId,
    batch: call.proposal.batch,
    approval: call.approval,
    attributes: settings.attributes,
  });
}
