import type { Json } from "@acta/governance";
import type { NewEntry } from "@acta/journal";
import type { Message } from "@acta/messages";

/** A message of the host's own, as it is recorded. */
export const messageEntry = (message: Message, at: number): NewEntry => ({
  id: `${message.id}:message`,
  kind: "message.added",
  at,
  body: message as unknown as Json,
});

/** Whatever is no request that still waits for its answer. */
export const isAnswered = (message: Message) => message.kind !== "action_request" || message.content.actionResponseId !== null;
