import type { Answer } from "./answers.js";
import {
  type ChatHistoryMessage,
  type ChatTool,
  callingMessage,
  chatItems,
  chatMessage,
  chatTools,
  isBareCall,
  isChatResult,
  isMessage,
  messageItems,
  type OpenAIChatMessage,
  type OpenAIToolCall,
} from "./chat-messages.js";
import { defineProviderCodec } from "./codec.js";
import type { ProviderFormat } from "./format.js";
import * as ids from "./id-rules.js";
import { isList, isObject, property } from "./json-value.js";
import * as names from "./name-rules.js";

/** A completion, a message, its calls, or the messages of a conversation. */
export type OpenAIChatInput =
  | readonly OpenAIToolCall[]
  | OpenAIChatMessage
  | { readonly tool_calls: readonly OpenAIToolCall[] }
  | { readonly choices: readonly { readonly message: OpenAIChatMessage }[] }
  | readonly OpenAIChatMessage[]
  | { readonly messages: readonly OpenAIChatMessage[] };

/** `function` is the older shape, for calls without an id. */
export type OpenAIToolMessage =
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string }
  | { readonly role: "function"; readonly name: string; readonly content: string };

export type OpenAIChatHistoryMessage = ChatHistoryMessage | OpenAIToolMessage;

export const openaiChatFormat: ProviderFormat<readonly OpenAIToolMessage[], OpenAIChatHistoryMessage, readonly ChatTool[]> = {
  name: "openai-chat",
  marks: "choices, tool_calls, function_call, or message of role tool",
  keys: ["choices", "messages"],
  isMarked: ({ raw, path }) =>
    path[0] === "choices" ||
    isChatResult(raw) ||
    isList(property(raw, "tool_calls")) ||
    isObject(property(raw, "function_call")) ||
    isObject(property(raw, "function")) ||
    isObject(property(raw, "custom")),
  isPlausible: (piece) => openaiChatFormat.isMarked(piece) || isMessage(piece.raw) || isBareCall(piece.raw),
  *items(pieces) {
    for (const [turn, piece] of pieces.entries()) {
      const { raw, path } = piece;
      const message = property(raw, "message");
      if (path[0] === "choices" && message !== undefined) {
        // Further choices are alternatives to the first, not more of it.
        if (turn === 0) yield* messageItems({ raw: message, path: [...path, "message"] }, turn);
        else yield { kind: "other", ...piece };
      } else yield* chatItems(piece, turn);
    }
  },
  accepts: { functionName: names.common, callId: ids.openaiChat },
  write: (answers) => answers.map(toolMessage),
  writeTurn: (turn) => [callingMessage(turn), ...turn.map(toolMessage)],
  writeMessage: chatMessage,
  writeTools: chatTools,
};

/** OpenAI Chat Completions, and the many providers that speak it. A turn is one assistant message. */
export const openaiChat = defineProviderCodec<OpenAIChatInput, readonly OpenAIToolMessage[], OpenAIChatHistoryMessage, readonly ChatTool[]>(
  openaiChatFormat,
);

function toolMessage({ correlationId, name, text }: Answer): OpenAIToolMessage {
  if (correlationId === null) return { role: "function", name, content: text };
  return { role: "tool", tool_call_id: correlationId, content: text };
}
