import { canonicalJson, type Decision, deny, type Json, type Obligations } from "@acta/governance";
import { denied, type Outcome } from "../outcome.js";
import { isThenable } from "../thenable.js";
import type { Call } from "./call.js";
import { interruptible, interruption } from "./interrupt.js";
import { waitFor } from "./wait-for.js";

/** An allow whose obligations can be honoured here; a denial where one cannot. */
export function honoured(call: Call, decision: Decision): Decision {
  if (decision.kind !== "allow" || decision.obligations === undefined) return decision;
  const unmet = unmetBy(call, decision.obligations);
  if (unmet === undefined) return decision;
  return { ...deny(unmet, { rule: decision.rule, policy: decision.policy }), code: "obligation_unmet" };
}

function unmetBy(call: Call, obligations: Obligations): string | undefined {
  const { scope } = call.act;
  const { executor, notify } = obligations;
  if (executor !== undefined && scope.actions.executor(executor) === undefined) return `there is no executor ${executor}`;
  if (notify !== undefined && notify.length > 0 && scope.notify === undefined) return "there is nobody to notify";
  // What an event began with cannot be changed any more.
  if (call.event?.status === "processing" && !isSame(obligations, call.obligations)) return "it came after the call had begun";
  return undefined;
}

const isSame = (left: Obligations, right: Obligations | undefined) => canonicalJson(left as Json) === canonicalJson((right ?? {}) as Json);

/** Tells whom the policies want told, before the tool runs; where that fails, the call is denied. Null: the call goes on. */
export function notify(call: Call): Outcome | null | Promise<Outcome | null> {
  const recipients = call.obligations?.notify;
  return recipients === undefined || recipients.length === 0 ? null : notifyAll(call, recipients);
}

async function notifyAll(call: Call, recipients: readonly string[]): Promise<Outcome | null> {
  const { scope } = call.act;
  try {
    const told: unknown = call.context && scope.notify?.(recipients, call.context);
    if (!isThenable(told)) return null;
    const waited = await interruptible(call, waitFor(told, scope.gateTimeoutMs, call.signal));
    return waited.kind === "done" ? null : denied("obligation_unmet", "whoever had to be notified was not, in time");
  } catch (error) {
    const ended = interruption(call, error);
    return ended.kind === "denied" ? denied("obligation_unmet", "whoever had to be notified was not") : ended;
  }
}
