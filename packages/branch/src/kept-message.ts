import type { Message } from "@acta/messages";
import type { Redaction } from "./redaction.js";

/** A message of the host's own as it may be stored. What is no message stays what it is: history refuses it. */
export function keptMessage(message: Message, redactionOf: (name: string) => Redaction | null): Message {
  if (message?.kind !== "action_request" && message?.kind !== "action_response") return message;
  const redaction = redactionOf(message.content?.function);
  if (redaction === null) return message;
  const input = redaction.input(message.content.arguments);
  if (message.kind === "action_request") return { ...message, content: { ...message.content, arguments: input } };
  return { ...message, content: { ...message.content, arguments: input, output: redaction.output(message.content.output) } };
}
