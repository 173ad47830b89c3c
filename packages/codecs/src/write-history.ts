import type { Message, PlainMessage } from "@acta/messages";
import { Conversation } from "./conversation.js";
import type { Format, WritableMessage } from "./format.js";
import { type History, stepsOf } from "./history-steps.js";
import { pairResponses } from "./pair-responses.js";
import { withOthers } from "./tool-names.js";
import { turnWriter } from "./turn-writer.js";
import { wellFormedText } from "./well-formed.js";
import { checkedMaxLength, type WriteOptions } from "./write-options.js";

export interface WrittenHistory<WrittenMessage> {
  /** What the system said, where the provider takes it apart from the conversation; null where it said nothing, or says it in `messages`. */
  readonly system: string | null;
  /** In the provider's shape. They begin as the history begins: some providers want a message of a user first. */
  readonly messages: readonly WrittenMessage[];
}

export function writeHistory<WrittenMessage>(
  format: Format<unknown, WrittenMessage>,
  history: History,
  options: WriteOptions,
): WrittenHistory<WrittenMessage> {
  checkedMaxLength(options);
  const messages = history.flat();
  const names = namesFor(messages, format, options);
  const toTurn = turnWriter(format, pairResponses(messages), { ...options, names });
  const conversation = new Conversation(format);
  const system: string[] = [];
  for (const step of stepsOf(history)) {
    if (Array.isArray(step)) {
      const turn = toTurn(step);
      if (turn.length > 0) conversation.add(format.writeTurn(turn));
      continue;
    }
    const message = toWritable(step);
    if (message === null) continue;
    if (message.role === "system" && format.hasSystemApart) system.push(message.text);
    else conversation.add([format.writeMessage(message)]);
  }
  return { system: system.length === 0 ? null : system.join("\n\n"), messages: conversation.messages };
}

function namesFor(messages: readonly Message[], { accepts }: Format<unknown>, { names }: WriteOptions) {
  const called = messages.flatMap((message) => (message.kind === "action_request" ? [message.content.function] : []));
  return withOthers(names, called, accepts.functionName);
}

const roles: ReadonlyMap<string, WritableMessage["role"]> = new Map([
  ["system", "system"],
  ["developer", "system"],
  ["assistant", "assistant"],
]);

/** A role of the host's own is written as the user's. Null for blank text, which providers refuse. */
function toWritable({ id, createdAt, role, content }: PlainMessage): WritableMessage | null {
  const text = wellFormedText(typeof content === "string" ? content : JSON.stringify(content));
  return text.trim() === "" ? null : { id, createdAt, role: roles.get(role) ?? "user", text };
}
