import { freezeJson } from "./freeze-json.js";
import type { Json } from "./json.js";
import type { ActionError, ActionRequest, ActionResponse } from "./message.js";
import { type MessageInit, messageBase } from "./message-base.js";

export interface ActionResponseInit extends MessageInit {
  readonly request: ActionRequest;
  readonly output: Json;
  /** Why the call did not succeed; null or absent where it did. */
  readonly error?: ActionError | null | undefined;
}

/**
 * The answer to `request`, with its function, its arguments as asked and its correlation id; from its recipient to its sender unless said otherwise
 * (ADR-0012 D2, D3). Throws {@link MessageError} `invalid_message` where output or error are not JSON.
 */
export function createActionResponse(init: ActionResponseInit): ActionResponse {
  return freezeJson(assembleActionResponse(init));
}

/** The same of parts that are frozen plain data already: nothing is copied or checked. */
export function assembleActionResponse(init: ActionResponseInit): ActionResponse {
  const { request, output, error = null } = init;
  const { id, createdAt, sender, recipient, metadata } = messageBase(init, request.recipient, request.sender);
  const { function: name, arguments: asked } = request.content;
  return Object.freeze({
    kind: "action_response",
    role: "action",
    content: Object.freeze({ function: name, arguments: asked, output, actionRequestId: request.id, error }),
    correlationId: request.correlationId,
    success: error === null,
    id,
    createdAt,
    sender,
    recipient,
    metadata,
  });
}
