import { freezeJson } from "./freeze-json.js";
import type { Json } from "./json.js";
import type { PlainMessage } from "./message.js";
import { type MessageInit, messageBase } from "./message-base.js";

export interface PlainMessageInit extends MessageInit {
  readonly role: string;
  readonly content: Json;
}

/** A message that is no action. Throws {@link MessageError} `invalid_message` where the content is not JSON. */
export function createMessage(init: PlainMessageInit): PlainMessage {
  return freezeJson({ kind: "message", role: init.role, content: init.content, ...messageBase(init) });
}
