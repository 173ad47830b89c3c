import { freezeJson } from "./freeze-json.js";
import type { Json } from "./json.js";
import type { ActionRequest, ActionRequestContent } from "./message.js";
import { type Base, fillBase, type MessageInit, messageBase } from "./message-base.js";
import { plain } from "./plain.js";

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
  const content = Object.freeze(new RequestContent(init.function, init.arguments));
  return Object.freeze(new RequestMessage(content, init.correlationId ?? null, messageBase(init, null, init.function)));
}

const RequestMessage = plain<ActionRequest, [ActionRequestContent, string | null, Base]>(function (content, correlationId, base) {
  this.kind = "action_request";
  this.role = "action";
  this.content = content;
  this.correlationId = correlationId;
  fillBase(this, base);
});

const RequestContent = plain<ActionRequestContent, [string, Json]>(function (name, asked) {
  this.function = name;
  this.arguments = asked;
  this.actionResponseId = null;
});
