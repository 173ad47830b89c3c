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
  const { request, output, error = null } = init;
  return freezeJson({
    kind: "action_response",
    role: "action",
    content: { function: request.content.function, arguments: request.content.arguments, output, actionRequestId: request.id, error },
    correlationId: request.correlationId,
    success: error === null,
    ...messageBase(init, request.recipient, request.sender),
  });
}
