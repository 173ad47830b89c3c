import { freezeJson } from "./freeze-json.js";
import type { Message } from "./message.js";
import { MessageError } from "./message-error.js";

type Fields = Readonly<Record<string, unknown>>;

/** A message from anywhere, checked and deeply frozen. Throws {@link MessageError} `invalid_message`. */
export function parseMessage(value: object): Message {
  const message = freezeJson(value);
  if (!isMessage(message)) throw new MessageError("invalid_message", "A field of the message is missing or of the wrong type.");
  return message;
}

function isMessage(value: object): value is Message {
  const message = value as Fields;
  return (
    isText(message.id) &&
    message.id !== "" &&
    typeof message.createdAt === "number" &&
    isText(message.role) &&
    isTextOrNull(message.sender) &&
    isTextOrNull(message.recipient) &&
    isFields(message.metadata) &&
    message.content !== undefined &&
    (message.kind === "message" || isAction(message))
  );
}

function isAction({ kind, role, content, correlationId, success }: Fields): boolean {
  if (role !== "action" || !isTextOrNull(correlationId) || !isFields(content)) return false;
  if (!isText(content.function) || content.arguments === undefined) return false;
  if (kind === "action_request") return isTextOrNull(content.actionResponseId);
  const { error, output, actionRequestId } = content;
  const isError = isFields(error) && isText(error.code) && isText(error.message);
  return (
    kind === "action_response" && isText(actionRequestId) && output !== undefined && (isError || error === null) && success === !isError
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTextOrNull(value: unknown): boolean {
  return value === null || isText(value);
}
