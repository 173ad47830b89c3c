import { InvalidArguments, parseArguments } from "@acta/actions";
import { serialize } from "@acta/event";
import { canonicalJson, type Json, type JsonObject } from "@acta/governance";
import type { AppendResult, NewEntry } from "@acta/journal";
import type { ActionRequest } from "@acta/messages";
import { append } from "../append.js";
import { BranchError } from "../branch-error.js";
import { deepFreeze } from "../deep-freeze.js";
import { type Envelope, type Opened, openEnvelope } from "../envelope.js";
import { MutableOpenCall } from "../open-call.js";
import { type Outcome, skipped } from "../outcome.js";
import { plain } from "../plain.js";
import type { ProposedBody } from "../records.js";
import { isRedacted, Redaction } from "../redaction.js";
import { isThenable } from "../thenable.js";
import { idOfCall } from "../views.js";
import type { Act } from "./act.js";
import { Call, type Proposal } from "./call.js";
import { publishMessage } from "./publish.js";

/** Stores the requests of one `act` in one append, which is not waited for. Throws `invalid_envelope` before anything happened. */
export function propose(act: Act, envelopes: readonly Envelope[]): Call[] {
  const calls = toCalls(act, envelopes);
  const stored = calls.every((call) => call.isStored) ? calls : calls.filter((call) => call.isStored);
  if (stored.length > 0) store(act, stored);
  return calls;
}

/** The calls that the envelopes ask for; a second use of one request is marked. */
export function toCalls(act: Act, envelopes: readonly Envelope[]): Call[] {
  const opened = envelopes.map((envelope) => withHistory(act, openEnvelope(envelope)));
  const repeats = new Repeats(act);
  act.repeats = repeats;
  return opened.map((envelope, index) => toCall(act, envelope, index, opened.length, repeats));
}

function toCall(act: Act, envelope: Opened, index: number, size: number, repeats: Repeats): Call {
  if (envelope.message !== null) act.mayBeRefused = true;
  const used = repeats.usedBefore(envelope.message?.id);
  const ownId = used || envelope.message === null ? undefined : idOfCall(envelope.message.id, act.scope.branchId);
  const callId = ownId ?? (index === 0 ? act.id : act.scope.runtime.id());
  const batch = size > 1 ? Object.freeze({ id: act.id, index, size }) : null;
  const proposal = toProposal(act, envelope, callId, batch);
  const asked = batch && repeats.askedBefore(proposal);
  return new Call(act, proposal, used ?? asked ?? first);
}

/** What history has of a request is what counts, whatever the envelope says, unless it is just what history was not to keep. */
function withHistory(act: Act, envelope: Opened): Opened {
  if (envelope.message === null) return envelope;
  const { views, branchId, actions, redact } = act.scope;
  const { id } = envelope.message;
  const known = views.messages.get(id);
  if (!known) {
    if (views.isResponseId(id, branchId)) throw new BranchError("invalid_envelope", `the id ${id} is kept for the response of a call`);
    return envelope;
  }
  if (known.kind !== "action_request") throw new BranchError("invalid_envelope", `the message ${known.id} is not a request`);
  const { function: name, arguments: kept } = known.content;
  const opened = { function: name, arguments: kept, correlationId: known.correlationId, message: known, isKnown: true };
  if (!views.isRedacted(id)) return opened;
  const given = asked(envelope.arguments, parse(envelope.arguments));
  const isWhole = Redaction.of(name, actions, redact)?.completes(given, kept) === true;
  return isWhole ? { ...opened, arguments: given } : { ...opened, isIncomplete: true };
}

function toProposal(act: Act, envelope: Opened, callId: string, batch: Proposal["batch"]): Proposal {
  const { message, isKnown, isIncomplete = false } = envelope;
  const parsed = isIncomplete ? incomplete() : parse(envelope.arguments);
  const redaction = Redaction.of(envelope.function, act.scope.actions, act.scope.redact);
  const raw = redaction && parsed instanceof Error ? withoutCause(parsed) : parsed;
  const whole = asked(envelope.arguments, raw);
  const kept = redaction ? redaction.input(whole) : whole;
  return {
    callId,
    requestId: message?.id ?? requestIdOf(callId),
    function: envelope.function,
    asked: isKnown && message ? message.content.arguments : kept,
    raw,
    correlationId: envelope.correlationId,
    parentCallId: act.settings.parentCallId,
    redaction,
    isRedacted: isIncomplete || isRedacted(kept, whole),
    message: message === null || isKnown ? null : storedMessage(message, kept),
    batch,
  };
}

const incomplete = () => new InvalidArguments([{ message: "not all of what was asked is kept", path: "" }]);

/** A parser's own error quotes the text that it could not read. */
const withoutCause = (error: Error): Error => (InvalidArguments.isInstance(error) ? new InvalidArguments(error.issues) : error);

const requestIdOf = (callId: string) => `${callId}/request`;

const storedMessage = (message: ActionRequest, kept: Json): Json =>
  deepFreeze({ ...message, content: { ...message.content, arguments: kept } }) as unknown as Json;

/** The arguments as an object, or why they are none. */
export function parse(raw: unknown): JsonObject | Error {
  try {
    return parseArguments(raw);
  } catch (error) {
    return error as Error;
  }
}

function asked(given: unknown, parsed: JsonObject | Error): Json {
  if (typeof given === "string") return given;
  if (given === null || given === undefined) return null;
  return parsed instanceof Error ? deepFreeze(serialize(given)) : parsed;
}

/** Finds what is asked for a second time. */
export class Repeats {
  readonly #act: Act;
  #requests: Set<string> | undefined;
  #calls: Set<string> | undefined;

  constructor(act: Act) {
    this.#act = act;
  }

  /** A request message that is answered, or about to be. The ids of other requests are new. */
  usedBefore(requestId: string | undefined): Fate | undefined {
    if (requestId === undefined) return undefined;
    const { views } = this.#act.scope;
    const known = views.messages.get(requestId);
    const isAnswered = known?.kind === "action_request" && known.content.actionResponseId !== null;
    if (isAnswered) return refuse("already_answered", "the request was answered before", false);
    if (this.#requests?.has(requestId) || views.openCalls.has(requestId) || views.isStoring(requestId))
      return refuse("duplicate", "the request is being answered", false);
    this.#requests ??= new Set();
    this.#requests.add(requestId);
    return undefined;
  }

  askedBefore({ correlationId, function: name, raw }: Proposal): Fate | undefined {
    if (!correlationId || raw instanceof Error) return undefined;
    const key = canonicalJson([correlationId, name, raw]);
    this.#calls ??= new Set();
    if (this.#calls.has(key)) return refuse("duplicate", "the same call was proposed twice", true);
    this.#calls.add(key);
    return undefined;
  }
}

interface Fate {
  readonly repeated: Outcome | null;
  readonly isStored: boolean;
}

const first: Fate = Object.freeze({ repeated: null, isStored: true });

const refuse = (code: "duplicate" | "already_answered", message: string, isStored: boolean): Fate => ({
  repeated: skipped(code, message),
  isStored,
});

function store(act: Act, calls: readonly Call[]): void {
  const { scope } = act;
  // Before the journal has answered, so that no other act takes up the same requests meanwhile.
  for (const { proposal } of calls) scope.views.openCalls.set(proposal.requestId, new MutableOpenCall(proposal.callId));
  try {
    const result = append(scope, calls.map(toEntry));
    if (isThenable(result)) act.proposing = acceptLater(act, calls, result);
    else accept(act, result);
  } catch (error) {
    fail(act, calls, error);
  }
}

async function acceptLater(act: Act, calls: readonly Call[], result: PromiseLike<AppendResult>): Promise<void> {
  try {
    accept(act, await result);
  } catch (error) {
    fail(act, calls, error);
  }
}

function toEntry(call: Call): NewEntry {
  // Not of the call alone: an entry that is stored again is no second proposal.
  const id = call.id === call.act.id ? call.entryId("proposed") : `${call.entryId("proposed")}:${call.act.id}`;
  return { id, kind: "call.proposed", at: call.at, opens: call.id, body: Object.freeze(new ProposedRecord(call.proposal)) };
}

const ProposedRecord = plain<ProposedBody, [Proposal]>(function (proposal) {
  this.callId = proposal.callId;
  this.requestId = proposal.requestId;
  this.function = proposal.function;
  this.arguments = deepFreeze(proposal.asked);
  this.correlationId = proposal.correlationId;
  this.parentCallId = proposal.parentCallId;
  this.isRedacted = proposal.isRedacted;
  this.message = proposal.message;
  this.batch = proposal.batch;
});

function accept(act: Act, result: AppendResult): void {
  if (result.kind !== "appended") throw new Error(`the journal answered ${result.kind}`);
  act.proposing = undefined;
  for (const entry of result.entries) {
    const added = act.scope.views.fold(entry);
    if (added) publishMessage(act, (entry.body as ProposedBody).callId, added);
  }
}

function fail(act: Act, calls: readonly Call[], error: unknown): void {
  act.proposing = undefined;
  for (const { proposal } of calls) act.scope.views.openCalls.delete(proposal.requestId);
  act.unproposed = { error };
  act.scope.report({ code: "journal_failed", callId: null, error });
}
