import type { Json, JsonObject } from "./json.js";

/** What all messages carry. Every message is a deeply frozen, plain JSON value. */
export interface MessageBase {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly role: string;
  readonly sender: string | null;
  readonly recipient: string | null;
  readonly metadata: JsonObject;
}

/** Any message that is neither a request nor a response: `role` is `system`, `user`, `assistant` or a word of the host's own. */
export interface PlainMessage extends MessageBase {
  readonly kind: "message";
  readonly content: Json;
}

export interface ActionRequestContent {
  readonly function: string;
  /** As the model gave them: an object, or JSON text. */
  readonly arguments: Json;
  /** Id of the response; null until the request is answered. */
  readonly actionResponseId: string | null;
}

/** A proposed call (ADR-0012 D2). */
export interface ActionRequest extends MessageBase {
  readonly kind: "action_request";
  readonly role: "action";
  readonly content: ActionRequestContent;
  /** The proposer's own id of the call, such as a `tool_call_id`. Carried to the response; never an identity here. */
  readonly correlationId: string | null;
}

/** Why a call did not succeed: `code` for programs, `message` for the model. */
export interface ActionError {
  readonly code: string;
  readonly message: string;
}

export interface ActionResponseContent {
  readonly function: string;
  /** The arguments of the request, as asked. */
  readonly arguments: Json;
  readonly output: Json;
  readonly actionRequestId: string;
  readonly error: ActionError | null;
}

/** The one answer to a request (ADR-0012 D2, D3). */
export interface ActionResponse extends MessageBase {
  readonly kind: "action_response";
  readonly role: "action";
  readonly content: ActionResponseContent;
  /** That of the request. */
  readonly correlationId: string | null;
  /** Always `content.error === null`. */
  readonly success: boolean;
}

export type Message = PlainMessage | ActionRequest | ActionResponse;
