import type { Json, JsonObject } from "@acta/governance";
import type { Entry } from "@acta/journal";
import {
  type ActionRequest,
  assembleActionRequest,
  assembleActionResponse,
  type Message,
  MessageError,
  MessageManager,
} from "@acta/messages";
import { deepFreeze } from "./deep-freeze.js";
import { denialOutput } from "./denial-output.js";
import { isWaiting, MutableOpenCall, type WaitingCall } from "./open-call.js";
import type { Outcome } from "./outcome.js";
import { plain } from "./plain.js";
import type { ApprovalDecidedBody, ApprovalRequestedBody, IntendedBody, ProposedBody, SettledBody } from "./records.js";

/** What of the history a host may read; it is written through the branch. */
export type History = Pick<MessageManager, "messages" | "blocks" | "openRequests" | "get" | "responseTo" | "window">;

/** History and log of a branch, read from its journal entries: live, and the same when they are read again. */
export class BranchViews {
  readonly messages: MessageManager;
  readonly log: Json[];
  /** By request id. */
  readonly openCalls: Map<string, MutableOpenCall>;
  /** Ids of messages that are being stored, and of requests that are being answered with one. */
  readonly #storing = new Set<string>();
  /** Ids of open requests of which not all is kept. */
  readonly #redacted = new Set<string>();
  readonly #keep: number;
  /** Of the entries behind `log`; 0 for what a clone brought with it. */
  readonly #sequences: number[];

  /** @param keep messages and log entries that stay in memory, at least; twice as many at most, and what is open */
  constructor(
    keep = Number.POSITIVE_INFINITY,
    messages = new MessageManager(),
    log: Json[] = [],
    openCalls = new Map<string, MutableOpenCall>(),
  ) {
    this.#keep = keep;
    this.messages = messages;
    this.log = log;
    this.#sequences = log.map(() => 0);
    this.openCalls = openCalls;
  }

  /** Takes one entry in; the message that it added to history, if it did. */
  fold(entry: Entry): Message | null {
    const added = this.take(entry);
    if (this.messages.size > 2 * this.#keep) this.messages.forget(this.#keep);
    if (this.log.length > 2 * this.#keep) {
      const excess = this.log.length - this.#keep;
      this.log.splice(0, excess);
      this.#sequences.splice(0, excess);
    }
    return added;
  }

  /** The calls that wait for an approval, in the order in which they were proposed. */
  waiting(): readonly WaitingCall[] {
    return [...this.openCalls.values()].filter(isWaiting);
  }

  /** Keeps only what is open, and what comes after it. The messages that were forgotten, in order. */
  forgetEnded(): readonly Message[] {
    this.log.length = 0;
    this.#sequences.length = 0;
    return this.messages.takeEnded();
  }

  protected take(entry: Entry): Message | null {
    deepFreeze(entry.body);
    switch (entry.kind) {
      case "message.added":
        return this.#add(entry.body as unknown as Message);
      case "call.proposed":
        return this.#propose(entry, entry.body as ProposedBody);
      case "call.settled":
        return this.#settle(entry, entry.body as SettledBody);
      case "call.intended":
        this.#intend(entry.body as IntendedBody);
        return null;
      case "approval.requested":
        this.#ask(entry, entry.body as ApprovalRequestedBody);
        return null;
      case "approval.decided":
        this.#decide(entry.body as ApprovalDecidedBody);
        return null;
      default:
        return null;
    }
  }

  /**
   * The message as history would take it. Throws `MessageError` where it would not: before it is stored, because a record that cannot be
   * read again is worse than none.
   */
  check(message: Message, branchId: string): Message {
    if (typeof message?.id !== "string") throw new MessageError("invalid_message", "A message needs an id, a string.");
    const requestId = message.kind === "action_response" ? message.content?.actionRequestId : undefined;
    if (requestId !== undefined && (this.openCalls.has(requestId) || this.#storing.has(requestId))) {
      throw new MessageError("conflicting_response", `The request ${requestId} is being answered.`);
    }
    const isNew = this.messages.get(message.id) === undefined;
    if (this.#storing.has(message.id) || (isNew && this.openCalls.has(message.id))) {
      throw new MessageError("duplicate_message", `A message with the id ${message.id} is being stored.`);
    }
    if (isNew && this.isResponseId(message.id, branchId) && message.id !== responseIdOf(idOfCall(requestId ?? "", branchId))) {
      throw new MessageError("duplicate_message", `The id ${message.id} is kept for the response of a call.`);
    }
    const trial = new MessageManager();
    for (const id of [requestId, message.id]) {
      const known = id === undefined ? undefined : this.messages.get(id);
      if (known) trial.add(known);
    }
    return trial.add(message).message;
  }

  /** Keeps the ids of a message that is about to be stored from everybody else. Returns what gives them back. */
  reserve(message: Message): () => void {
    const ids = message.kind === "action_response" ? [message.id, message.content.actionRequestId] : [message.id];
    for (const id of ids) this.#storing.add(id);
    return () => {
      for (const id of ids) this.#storing.delete(id);
    };
  }

  /** Whether somebody is about to store this message, or an answer to it. */
  isStoring(id: string): boolean {
    return this.#storing.has(id);
  }

  clone(): BranchViews {
    return new BranchViews(this.#keep, this.messages.clone(), [...this.log], new Map(this.openCalls));
  }

  /** In the order of the record, whatever was answered first. */
  #enter(entry: Entry, event: Json): void {
    let place = this.#sequences.length;
    while (place > 0 && (this.#sequences[place - 1] ?? 0) >= entry.sequence) place -= 1;
    if (place === this.#sequences.length) {
      this.#sequences.push(entry.sequence);
      this.log.push(event);
    } else {
      this.#sequences.splice(place, 0, entry.sequence);
      this.log.splice(place, 0, event);
    }
  }

  /** Whether the response of a call that is open has this id, or that of one that there may be. */
  isResponseId(id: string, branchId: string): boolean {
    if (!id.endsWith(responseSuffix)) return false;
    if (id.endsWith(responseIdOf(idOfCall("", branchId)))) return true;
    for (const { callId } of this.openCalls.values()) if (responseIdOf(callId) === id) return true;
    return false;
  }

  #intend(intended: IntendedBody): void {
    const open = this.openCalls.get(intended.requestId);
    if (open) open.intended = intended;
  }

  #ask(entry: Entry, approval: ApprovalRequestedBody): void {
    this.#enter(entry, approval.event);
    const open = this.openCalls.get(approval.requestId);
    if (open === undefined) return;
    open.approval = approval;
    open.decided = null;
  }

  #decide(decided: ApprovalDecidedBody): void {
    const open = this.openCalls.get(decided.requestId);
    if (open === undefined) return;
    open.decided = decided;
    if (decided.approved) open.approved = [...open.approved, decided];
  }

  /** Whether history has not all that a request asked. */
  isRedacted(requestId: string): boolean {
    return this.#redacted.has(requestId);
  }

  #add({ isRedacted, ...message }: Message & { readonly isRedacted?: boolean }): Message | null {
    const { added, message: stored } = this.messages.add(message);
    if (isRedacted === true) this.#redacted.add(message.id);
    if (stored.kind === "action_response") this.#redacted.delete(stored.content.actionRequestId);
    return added ? stored : null;
  }

  #propose(entry: Entry, body: ProposedBody): Message | null {
    this.#open(body);
    const { batch, message, requestId } = body;
    const position = batch ? { batchId: batch.id, index: batch.index } : undefined;
    if (message !== null)
      return this.messages.get(requestId) ? null : this.messages.add(message as unknown as ActionRequest, position).message;
    const request = requestOf(entry, body);
    return this.messages.insertNew(request, position) ? request : null;
  }

  #open(proposed: ProposedBody): void {
    const { requestId, callId } = proposed;
    let open = this.openCalls.get(requestId);
    if (open === undefined) {
      open = new MutableOpenCall(callId);
      this.openCalls.set(requestId, open);
    }
    open.callId = callId;
    open.proposed = proposed;
  }

  #settle(entry: Entry, body: SettledBody): Message | null {
    const request = this.messages.get(body.requestId) as ActionRequest;
    const outcome = body.outcome as unknown as Outcome;
    this.#enter(entry, body.event);
    this.openCalls.delete(body.requestId);
    if (this.#redacted.size > 0) this.#redacted.delete(body.requestId);
    // Two processes may have answered one request: the first answer stays.
    if (request.content.actionResponseId !== null) return null;
    const response = assembleActionResponse({
      id: responseIdOf(body.callId),
      createdAt: entry.at,
      request,
      output: outputOf(body, outcome, request.content.function),
      error: outcome.error ?? null,
      metadata: Object.freeze(new ResponseMetadata(body.callId, outcome)),
    });
    return this.messages.insert(response).message;
  }
}

/** What a response tells of its call beside the output. */
const ResponseMetadata = plain<JsonObject, [string, Outcome]>(function (callId, { kind, executed }) {
  this.callId = callId;
  this.outcome = kind;
  this.executed = executed;
});

/** A request with an id of its own has one call, ever: the journal refuses a second one, whatever of the history is still in memory. */
export const idOfCall = (requestId: string, branchId: string) => `${requestId}@${branchId}`;

const responseSuffix = "/response";
const responseIdOf = (callId: string) => callId + responseSuffix;

function requestOf(entry: Entry, body: ProposedBody): ActionRequest {
  const { requestId: id, correlationId } = body;
  return assembleActionRequest({
    id,
    createdAt: entry.at,
    sender: entry.branchId,
    function: body.function,
    arguments: body.arguments,
    correlationId,
  });
}

function outputOf(body: SettledBody, outcome: Outcome, name: string): Json {
  if (outcome.kind === "succeeded") {
    const { response } = (body.event as { readonly execution: { readonly response?: Json } }).execution;
    if (response === undefined) throw new Error("a success without an output");
    return response;
  }
  return outcome.kind === "denied" ? denialOutput(outcome.error.code, name) : null;
}
