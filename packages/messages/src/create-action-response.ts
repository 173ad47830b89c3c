import { freezeJson } from "./freeze-json.js";
import type { Json } from "./json.js";
import type { ActionError, ActionRequest, ActionResponse, ActionResponseContent } from "./message.js";
import { type Base, fillBase, type MessageInit, messageBase } from "./message-base.js";
import { plain } from "./plain.js";

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
  const { request } = init;
  const content = Object.freeze(new ResponseContent(request, init.output, init.error ?? null));
  return Object.freeze(new ResponseMessage(content, request.correlationId, messageBase(init, request.recipient, request.sender)));
}

const ResponseMessage = plain<ActionResponse, [ActionResponseContent, string | null, Base]>(function (content, correlationId, base) {
  this.kind = "action_response";
  this.role = "action";
  this.content = content;
  this.correlationId = correlationId;
  this.success = content.error === null;
  fillBase(this, base);
});

const ResponseContent = plain<ActionResponseContent, [ActionRequest, Json, ActionError | null]>(function ({ id, content }, output, error) {
  this.function = content.function;
  this.arguments = content.arguments;
  this.output = output;
  this.actionRequestId = id;
  this.error = error;
});
