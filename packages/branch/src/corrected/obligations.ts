import { type CallContext, canonicalJson, type Decision, type Json } from "@acta/governance";
import { honoured } from "@acta/governance/obligations";
import { denied, type Outcome } from "../outcome.js";
import { withheld } from "../redaction.js";
import { isThenable } from "../thenable.js";
import type { Call } from "./call.js";
import { interruptible, interruption } from "./interrupt.js";
import { shownInput } from "./kept.js";
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
    notify: () => notify !== undefined,
  });
}

/** A tool that was registered after the call was proposed may withhold what is stored by then. */
export function showsWithheld({ tool, proposal }: Call): boolean {
  const late = tool?.redact?.input?.filter((field) => proposal.redaction?.withholds(field) !== true) ?? [];
  return late.length > 0 && shows(proposal.asked, late);
}

/** What was stored or told before the policies spoke can no longer be withheld. */
function isShown(call: Call, fields: readonly string[]): boolean {
  return call.shown.some((input) => shows(input, fields)) || isMoved(call, fields);
}

function shows(input: Json, fields: readonly string[]): boolean {
  if (input === withheld) return false;
  const stored = parse(input);
  if (stored instanceof Error) return true;
  // Of a name that stands twice in a text only the last is parsed, and the text is stored.
  const isWhole = typeof input !== "string" || input === JSON.stringify(stored);
  return fields.some((field) => Object.hasOwn(stored, field) && !(isWhole && stored[field] === withheld));
}

/** Where the host's own `redact` has put a field elsewhere, nobody knows what of it is shown. */
function isMoved({ given, proposal }: Call, fields: readonly string[]): boolean {
  const { raw, asked } = proposal;
  if (given !== null || raw instanceof Error || asked === withheld) return false;
  const stored = parse(asked);
  return fields.some((field) => Object.hasOwn(raw, field) && (stored instanceof Error || !Object.hasOwn(stored, field)));
}

/** What an event began with cannot be changed any more. */
function isAsBegun({ event, obligations }: Call, name: "timeoutMs" | "executor", value: Json): boolean {
  return event?.status !== "processing" || canonicalJson(obligations?.[name] ?? null) === canonicalJson(value);
}

/**
 * Tells whom the policies want told of what is about to run, so far as it may be told; where that fails, the call is denied. Null: the call
 * goes on.
 */
export function notify(call: Call): Outcome | null | Promise<Outcome | null> {
  const recipients = call.obligations?.notify;
  if (recipients === undefined || recipients.length === 0 || call.context === null) return null;
  const told = canonicalJson([recipients, call.context.arguments]);
  if (told === call.told) return null;
  call.told = told;
  return notifyAll(call, recipients, Object.freeze({ ...call.context, arguments: shownInput(call, call.context.arguments) }));
}

async function notifyAll(call: Call, recipients: readonly string[], context: CallContext): Promise<Outcome | null> {
  const { scope } = call.act;
  try {
    const told: unknown = scope.notify?.(recipients, context);
    if (!isThenable(told)) return null;
    const waited = await interruptible(call, waitFor(told, scope.gateTimeoutMs, call.signal));
    return waited.kind === "done" ? null : denied("obligation_unmet", "whoever had to be notified was not, in time");
  } catch (error) {
    const ended = interruption(call, error);
    return ended.kind === "denied" ? denied("obligation_unmet", "whoever had to be notified was not") : ended;
  }
}
