import { interruptible } from "@acta/actions/shipped";
import { Cancellation } from "@acta/event";
import { createCallContext, deny, evaluateAll, NotJson } from "@acta/governance";
import { isThenable } from "../thenable.js";
import type { Call } from "./call.js";
import { askGate } from "./gate.js";

/** Asks the session's gate by truthiness, and the policies of the host as everywhere else. A denial enters the flow. (ADR-0012 D2) */
export async function authorize(call: Call): Promise<boolean> {
  const isAllowed = await mayRun(call);
  const { observer, branchId } = call.scope;
  if (!isAllowed && observer) {
    const { invocation, id: callId } = call;
    const context = Object.freeze({ ...neutral, ...invocation, callId, branchId, at: call.scope.runtime.now() });
    observer.store({ kind: "gate_denied", callId, call: context, decision: deny("denied by governance gate") });
  }
  return isAllowed;
}

/** The question alone: nothing is recorded. */
export async function mayRun(call: Call): Promise<boolean> {
  const { observer } = call.scope;
  return (await askGate(observer, call.invocation, call.signal)) && (await policiesAllow(call));
}

const neutral = { attempt: 1, effect: "unsafe", sessionId: null, parentCallId: null, batch: null, approval: null, attributes: {} } as const;

async function policiesAllow(call: Call): Promise<boolean> {
  const { observer, policies, gateTimeoutMs } = call.scope;
  const asked = policies.filter((policy) => policy !== observer?.gate);
  if (asked.length === 0) return true;
  try {
    const answer = evaluateAll(asked, createCallContext({ ...call.invocation, callId: call.id }), { timeoutMs: gateTimeoutMs });
    const decision = isThenable(answer) ? await interruptible(answer, call.signal) : answer;
    return decision === null || decision.kind === "allow";
  } catch (error) {
    if (NotJson.isInstance(error) && !Cancellation.isInstance(error)) return false;
    throw error;
  }
}
