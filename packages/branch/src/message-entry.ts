import { canonicalJson, type Json } from "@acta/governance";
import type { NewEntry } from "@acta/journal";
import { type Message, MessageError } from "@acta/messages";

/** A message of the host's own, as it is recorded. */
export const messageEntry = (message: Message, at: number, isRedacted = false): NewEntry => ({
  id: `${message.id}:message`,
  kind: "message.added",
  at,
  body: (isRedacted ? { ...message, isRedacted } : message) as unknown as Json,
});

/** Whatever is no request that still waits for its answer. */
export const isAnswered = (message: Message) => message.kind !== "action_request" || message.content.actionResponseId !== null;

/** A journal has the first entry of an id, and answers with it: of a message that was forgotten here, too. Throws `duplicate_message`. */
export function refuseOtherMessage(stored: Json, given: Json): void {
  if (canonicalJson(stored) !== canonicalJson(given)) {
    throw new MessageError("duplicate_message", "Another message with this id is in the record.");
  }
}
