import type { Message } from "@acta/messages";
import { Redaction } from "./redaction.js";
import type { Scope } from "./scope.js";

/** A message of the host's own as it may be stored. What is no message stays what it is: history refuses it. */
export function keptMessage(message: Message, { actions, redact }: Pick<Scope, "actions" | "redact">): Message {
  if (message?.kind !== "action_request" && message?.kind !== "action_response") return message;
  const redaction = Redaction.of(message.content?.function, actions, redact);
  if (redaction === null) return message;
  const input = redaction.input(message.content.arguments);
  if (message.kind === "action_request") return { ...message, content: { ...message.content, arguments: input } };
  return { ...message, content: { ...message.content, arguments: input, output: redaction.output(message.content.output) } };
}
