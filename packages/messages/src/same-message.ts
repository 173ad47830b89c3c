import type { Message } from "./message.js";

/** Equal as JSON, whatever the order of keys. The link of a request is left out: the history keeps it, whoever holds an older copy. */
export function sameMessage(left: Message, right: Message): boolean {
  return sameJson(unlinked(left), unlinked(right));
}

function unlinked(message: Message): Message {
  return message.kind === "action_request" ? { ...message, content: { ...message.content, actionResponseId: null } } : message;
}

function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key as keyof typeof left], right[key as keyof typeof right]))
  );
}
