import { freezeJson } from "./freeze-json.js";
import type { Json } from "./json.js";
import type { ActionRequest } from "./message.js";
import { type MessageInit, messageBase } from "./message-base.js";

export interface ActionRequestInit extends MessageInit {
  readonly function: string;
  readonly arguments: Json;
  readonly correlationId?: string | null | undefined;
}

/** An open request, to the tool unless said otherwise (ADR-0012 D2). Throws {@link MessageError} `invalid_message` where the arguments are not JSON. */
export function createActionRequest(init: ActionRequestInit): ActionRequest {
  return freezeJson(assembleActionRequest(init));
}

/** The same of parts that are frozen plain data already: nothing is copied or checked. */
export function assembleActionRequest(init: ActionRequestInit): ActionRequest {
  const { id, createdAt, sender, recipient, metadata } = messageBase(init, null, init.function);
  return Object.freeze({
    kind: "action_request",
    role: "action",
    content: Object.freeze({ function: init.function, arguments: init.arguments, actionResponseId: null }),
    correlationId: init.correlationId ?? null,
    id,
    createdAt,
    sender,
    recipient,
    metadata,
  });
}
