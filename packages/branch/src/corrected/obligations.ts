import { canonicalJson, type Decision, type Json } from "@acta/governance";
import { honoured } from "@acta/governance/obligations";
import { denied, type Outcome } from "../outcome.js";
import { withheld } from "../redaction.js";
import { isThenable } from "../thenable.js";
import type { Call } from "./call.js";
import { interruptible, interruption } from "./interrupt.js";
import { parse } from "./propose.js";
import { waitFor } from "./wait-for.js";

/** The decision itself, or a denial where it obliges to something that cannot be honoured here. */
export function obliged(call: Call, decision: Decision): Decision {
  if (!("obligations" in decision) || decision.obligations === undefined) return decision;
  const { actions, notify } = call.act.scope;
  return honoured(decision, {
    timeoutMs: (limit) => isAsBegun(call, "timeoutMs", limit),
    maxResultBytes: true,
    redact: (fields) => !isShown(call, fields),
    executor: (name) => actions.executor(name) !== undefined && isAsBegun(call, "executor", name),
    notify: (recipients) => notify !== undefined && isAsBegun(call, "notify", recipients),
  });
}

/** What was stored or told before the policies spoke can no longer be withheld. */
function isShown({ shown }: Call, fields: readonly string[]): boolean {
  return shown.some((input) => shows(input, fields));
}

function shows(input: Json, fields: readonly string[]): boolean {
  if (input === withheld) return false;
  const stored = parse(input);
  return stored instanceof Error || fields.some((field) => Object.hasOwn(stored, field) && stored[field] !== withheld);
}

/** What an event began with cannot be changed any more. */
function isAsBegun({ event, obligations }: Call, name: "timeoutMs" | "executor" | "notify", value: Json): boolean {
  return event?.status !== "processing" || canonicalJson(obligations?.[name] ?? null) === canonicalJson(value);
}

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
