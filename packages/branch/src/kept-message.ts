import type { Json } from "@acta/governance";
import type { Message } from "@acta/messages";
import { isRedacted, Redaction } from "./redaction.js";
import type { Scope } from "./scope.js";

/** A message of the host's own, as it may be stored. */
export interface KeptMessage {
  readonly message: Message;
  /** Of a request: not all that it asks is kept, so that nobody can run it from history alone. */
  readonly isRedacted: boolean;
}

/** What is no message stays what it is: history refuses it. */
export function keptMessage(message: Message, { actions, redact }: Pick<Scope, "actions" | "redact">): KeptMessage {
  const whole = { message, isRedacted: false };
  if (message?.kind !== "action_request" && message?.kind !== "action_response") return whole;
  const content: unknown = message.content;
  if (typeof content !== "object" || content === null || !("arguments" in content)) return whole;
  const redaction = Redaction.of(message.content.function, actions, redact);
  if (redaction === null) return whole;
  const input = redaction.input(message.content.arguments);
  if (message.kind === "action_request") {
    const kept = { ...message, content: { ...message.content, arguments: input } };
    return { message: kept, isRedacted: isRedacted(input, message.content.arguments) };
  }
  if (!("output" in content)) return whole;
  const output: Json = redaction.output(message.content.output);
  return { message: { ...message, content: { ...message.content, arguments: input, output } }, isRedacted: false };
}
