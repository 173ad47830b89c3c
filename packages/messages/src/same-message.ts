import type { Message } from "./message.js";

/** Equal as JSON, whatever the order of keys. The link of a request is left out: the history keeps it, whoever holds an older copy. */
export function sameMessage(left: Message, right: Message): boolean {
  return canonical(unlinked(left)) === canonical(unlinked(right));
}

function unlinked(message: Message): Message {
  return message.kind === "action_request" ? { ...message, content: { ...message.content, actionResponseId: null } } : message;
}

function canonical(message: Message): string {
  return JSON.stringify(message, (_key, value: unknown) => (isPlainObject(value) ? sorted(value) : value));
}

const isPlainObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);

const sorted = (value: object) => Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
