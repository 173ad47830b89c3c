import { type ActionRequest, createActionRequest, MessageManager } from "@acta/messages";
import { BranchError } from "./branch-error.js";

/** A proposed call: what a model asked for. `arguments` is an object, or JSON text. */
export interface ActionRequestLike {
  readonly function: string;
  readonly arguments: unknown;
  /** The proposer's own id of the call, such as a `tool_call_id`. */
  readonly correlationId?: string | null | undefined;
}

export type Envelope = ActionRequest | ActionRequestLike;

/** One or several, as a list of its own. Throws `invalid_envelope`. */
export function toList(requests: Envelope | readonly Envelope[]): readonly Envelope[] {
  try {
    return Array.isArray(requests) ? [...requests] : [requests as Envelope];
  } catch (cause) {
    throw new BranchError("invalid_envelope", "the requests could not be read", { cause });
  }
}

/** An envelope, each of its properties read once. */
export interface Opened {
  readonly function: string;
  readonly arguments: unknown;
  readonly correlationId: string | null;
  /** The message, where the envelope was one. */
  readonly message: ActionRequest | null;
  /** History has the message. */
  readonly isKnown: boolean;
  /** History was not to keep all of it, and the envelope does not have the rest. */
  readonly isIncomplete?: boolean;
}

/** Throws `invalid_envelope`, before anything happened. (ADR-0012 D2) */
export function openEnvelope(envelope: unknown): Opened {
  try {
    return isMessage(envelope) ? openMessage(envelope) : openObject(envelope);
  } catch (cause) {
    if (BranchError.isInstance(cause)) throw cause;
    throw new BranchError("invalid_envelope", "the envelope could not be read", { cause });
  }
}

function openObject(envelope: unknown): Opened {
  if (typeof envelope !== "object" || envelope === null) invalid();
  if (!("function" in envelope && "arguments" in envelope)) invalid();
  const { function: name, arguments: raw } = envelope;
  if (typeof name !== "string") invalid();
  const correlationId = "correlationId" in envelope ? envelope.correlationId : null;
  return {
    function: name,
    arguments: raw,
    correlationId: typeof correlationId === "string" ? correlationId : null,
    message: null,
    isKnown: false,
  };
}

function isMessage(envelope: unknown): envelope is ActionRequest {
  return typeof envelope === "object" && envelope !== null && "kind" in envelope && envelope.kind === "action_request";
}

/** Copied, because whoever made the message may not have frozen it. */
function openMessage(given: ActionRequest): Opened {
  const { id, createdAt, sender, recipient, metadata, correlationId, content } = given;
  if (typeof id !== "string" || id === "" || typeof content?.function !== "string") invalid();
  const message = createActionRequest({
    id,
    createdAt,
    sender,
    recipient,
    metadata,
    correlationId,
    function: content.function,
    arguments: content.arguments,
  });
  // A history that refuses it now could not be read again later.
  new MessageManager().add(message);
  return {
    function: message.content.function,
    arguments: message.content.arguments,
    correlationId: message.correlationId,
    message,
    isKnown: false,
  };
}

function invalid(): never {
  throw new BranchError("invalid_envelope", "a request needs a function, a string, and arguments");
}
