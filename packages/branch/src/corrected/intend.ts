import { NotAdmitted } from "@acta/actions";
import { canonicalJson, type Json, type JsonObject } from "@acta/governance";
import type { AppendResult } from "@acta/journal";
import { append } from "../append.js";
import { deepFreeze } from "../deep-freeze.js";
import { denied, rejected } from "../outcome.js";
import { plain } from "../plain.js";
import type { IntendedBody } from "../records.js";
import { isRedacted } from "../redaction.js";
import { isThenable } from "../thenable.js";
import type { Call } from "./call.js";
import { shownInput } from "./kept.js";
import { Refused } from "./outcome-of.js";
import { holdsLockOf } from "./take-turn.js";

/**
 * Stores what is about to run. The journal keeps order, so a stored intent implies its proposal, and the two share a commit where nothing
 * waited between them. Whatever goes wrong, the tool does not run.
 */
export function intend(call: Call, input: JsonObject): JsonObject | Promise<JsonObject> {
  const { act } = call;
  const { scope } = act;
  if (act.unproposed) throw unavailable(call, act.unproposed.error);
  if (call.hasEnded) throw new NotAdmitted(new Error("the call has ended"));
  // A storage that fails an append fails those behind it; one that refuses it does not.
  if (act.proposing && act.mayBeRefused) return act.proposing.then(() => intend(call, input));
  const entry = toEntry(call, input);
  refuseOtherArguments(call, entry.body);
  if (!holdsLockOf(call, input))
    throw new NotAdmitted(new Refused(rejected("invalid_arguments", "the changed arguments need another lock")));
  let stored: AppendResult | PromiseLike<AppendResult>;
  try {
    stored = append(scope, [entry]);
  } catch (error) {
    throw unavailable(call, error);
  }
  if (act.proposing || isThenable(stored)) return confirm(call, input, stored);
  if (stored.kind !== "appended") throw unavailable(call, new Error(`the journal answered ${stored.kind}`));
  return input;
}

/** One idempotency key stands for one set of arguments: others must not run under it. */
function refuseOtherArguments({ before }: Call, intended: IntendedBody): void {
  if (before === null || canonicalJson(before.arguments) === canonicalJson(intended.arguments)) return;
  throw new NotAdmitted(new Refused(before.outcome));
}

async function confirm(call: Call, input: JsonObject, storing: AppendResult | PromiseLike<AppendResult>): Promise<JsonObject> {
  let stored: AppendResult | undefined;
  let failure: unknown;
  try {
    stored = await storing;
  } catch (error) {
    failure = error;
  }
  await call.act.proposing;
  if (call.act.unproposed) throw unavailable(call, call.act.unproposed.error);
  if (stored === undefined) throw unavailable(call, failure);
  if (stored.kind !== "appended") throw unavailable(call, new Error(`the journal answered ${stored.kind}`));
  return input;
}

function unavailable(call: Call, error: unknown): NotAdmitted {
  if (!call.act.unproposed) call.act.scope.report({ code: "journal_failed", callId: call.id, error });
  return new NotAdmitted(new Refused(denied("journal_unavailable", "the journal could not store the call")));
}

function toEntry(call: Call, input: JsonObject) {
  const kept = shownInput(call, input);
  const body = Object.freeze(new IntendedRecord(call, input, kept));
  return { id: intentId(call), kind: "call.intended", at: call.act.scope.runtime.now(), body };
}

const IntendedRecord = plain<IntendedBody, [Call, JsonObject, JsonObject]>(function (call, input, kept) {
  this.callId = call.id;
  this.requestId = call.proposal.requestId;
  this.attempt = call.attempt;
  this.function = call.proposal.function;
  this.arguments = deepFreeze(kept);
  this.isRedacted = isRedacted(kept, input);
  this.withheld = call.withheld;
  this.effect = call.tool?.effect ?? "unsafe";
  this.idempotencyKey = call.id;
  this.decision = deepFreeze(call.decision as Json);
});

/** An attempt that is judged again while its intent is stored has another intent: the last one is what runs. */
function intentId(call: Call): string {
  const id = call.entryId("intended");
  call.intents += 1;
  return call.intents === 1 ? id : `${id}:${call.intents}`;
}
