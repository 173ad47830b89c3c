import type { FunctionCalling } from "@acta/actions";
import { type EventStatus, type SerializedError, serialize, serializeError } from "@acta/event";
import type { Json } from "@acta/governance";
import type { NewEntry } from "@acta/journal";
import { deepFreeze } from "../deep-freeze.js";
import type { Outcome } from "../outcome.js";
import { plain } from "../plain.js";
import type { ApprovalRequestedBody, SettledBody } from "../records.js";
import { isRedacted } from "../redaction.js";
import { limited } from "../result-limit.js";
import { approvalDigest } from "./approval-digest.js";
import type { Call } from "./call.js";
import { keptInput, keptOutput, shownInput } from "./kept.js";
import { errorOf } from "./settled.js";

/** The one entry that ends a call. */
export function settledEntry(call: Call, outcome: Outcome, record: Json): NewEntry {
  const body = Object.freeze(new SettledRecord(call, outcome, record));
  return { id: call.entryId("settled"), kind: "call.settled", at: call.act.scope.runtime.now(), settles: call.id, body };
}

const SettledRecord = plain<SettledBody, [Call, Outcome, Json]>(function (call, outcome, record) {
  this.callId = call.id;
  this.attempt = call.attempt;
  this.requestId = call.proposal.requestId;
  this.event = record;
  this.outcome = deepFreeze(outcome as unknown as Json);
  this.decision = deepFreeze(call.decision as Json);
});

/** Ends an attempt; the call stays open until somebody decides. */
export async function approvalEntry(call: Call, outcome: Extract<Outcome, { kind: "escalated" }>, record: Json): Promise<NewEntry> {
  const at = call.act.scope.runtime.now();
  const asked = call.asked ?? whatIsAsked(call);
  const decision = call.decision?.kind === "escalate" ? call.decision : undefined;
  const lasts = decision?.expiresInMs;
  const body: ApprovalRequestedBody = {
    approvalId: outcome.approvalId,
    callId: call.id,
    attempt: call.attempt,
    requestId: call.proposal.requestId,
    function: call.proposal.function,
    arguments: asked.arguments,
    isRedacted: asked.isRedacted,
    given: asked.given,
    withheld: asked.withheld,
    digest: await approvalDigest(call, asked.arguments),
    reason: outcome.error.message,
    approvers: decision?.approvers ?? call.asked?.approvers ?? null,
    expiresAt: lasts === undefined ? (call.asked?.expiresAt ?? null) : at + lasts,
    decision: (call.decision as Json) ?? call.asked?.decision ?? null,
    event: record,
  };
  return { id: call.entryId("approval"), kind: "approval.requested", at, opens: outcome.approvalId, body: deepFreeze(body) };
}

function whatIsAsked(call: Call): Pick<ApprovalRequestedBody, "arguments" | "isRedacted" | "given" | "withheld"> {
  const { context, given, proposal, withheld } = call;
  const whole = context?.arguments ?? {};
  const kept = shownInput(call, whole);
  const keptGiven = given && shownInput(call, given);
  const isBaseRedacted = given === null ? proposal.isRedacted : isRedacted(keptGiven, given);
  return { arguments: kept, isRedacted: isBaseRedacted || isRedacted(kept, whole), given: keptGiven, withheld };
}

const statuses: { readonly [kind in Outcome["kind"]]?: EventStatus } = {
  succeeded: "completed",
  cancelled: "cancelled",
  timed_out: "aborted",
  ambiguous: "aborted",
};

/** The event in JSON, as it may be stored; for a call that never had one, a record of the same shape. */
export function eventRecord(call: Call, outcome: Outcome): Json | Promise<Json> {
  const { event } = call;
  if (event === null) return recordWithoutEvent(call, outcome);
  const response = keptOutput(call, serialize(event.execution.response));
  const stored = limited(response, call.act.scope.maxResultLength, call.obligations?.maxResultBytes);
  return stored instanceof Promise ? stored.then((late) => recordOf(call, event, late)) : recordOf(call, event, stored);
}

function recordOf(call: Call, event: FunctionCalling, response: Json): Json {
  const { status, duration = null, error, retryable = null } = event.execution;
  const execution = new ExecutionRecord(status, duration, response, error && serializeError(error), retryable);
  const input = keptInput(call, event.arguments);
  return Object.freeze(new EventRecord(event.id, event.createdAt, serialize(event.metadata), execution, event.function, input));
}

function recordWithoutEvent(call: Call, outcome: Outcome): Json {
  const { function: name, asked } = call.proposal;
  const error = outcome.kind === "succeeded" ? null : serializeError(errorOf(call, outcome));
  const execution = new ExecutionRecord(statuses[outcome.kind] ?? "skipped", null, null, error, null);
  const input = call.input ? keptInput(call, call.input) : asked;
  return Object.freeze(new EventRecord(`${call.id}:${call.attempt}`, call.at, {}, execution, name, input));
}

type EventJson = Omit<ReturnType<FunctionCalling["toJSON"]>, "arguments"> & { readonly arguments: Json };

const EventRecord = plain<
  EventJson,
  [id: string, createdAt: number, metadata: Json, execution: EventJson["execution"], name: string, input: Json]
>(function (id, createdAt, metadata, execution, name, input) {
  this.id = id;
  this.createdAt = createdAt;
  this.metadata = deepFreeze(metadata);
  this.execution = Object.freeze(execution);
  this.function = name;
  this.arguments = deepFreeze(input);
});

const ExecutionRecord = plain<EventJson["execution"], [EventStatus, number | null, Json, SerializedError | null, boolean | null]>(
  function (status, duration, response, error, retryable) {
    this.status = status;
    this.duration = duration;
    this.response = deepFreeze(response);
    this.error = deepFreeze(error);
    this.retryable = retryable;
  },
);
