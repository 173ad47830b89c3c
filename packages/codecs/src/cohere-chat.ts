import type { Json } from "@acta/messages";
import { type IdentifiedAnswer, identified } from "./answers.js";
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
import { isList, isObject, property, textProperty } from "./json-value.js";
import * as names from "./name-rules.js";

export interface CohereMessage extends OpenAIChatMessage {
  readonly tool_plan?: string | null | undefined;
}

/** A response, a message, its calls, or the messages of a conversation. */
export type CohereChatInput =
  | { readonly message: CohereMessage }
  | CohereMessage
  | readonly OpenAIToolCall[]
  | readonly CohereMessage[]
  | { readonly messages: readonly CohereMessage[] };

export interface CohereToolMessage {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly content: readonly [{ readonly type: "document"; readonly document: { readonly data: string } }];
}

export type CohereHistoryMessage = ChatHistoryMessage | CohereToolMessage;

export const cohereChatFormat: ProviderFormat<readonly CohereToolMessage[], CohereHistoryMessage, readonly ChatTool[]> = {
  name: "cohere-chat",
  marks: "response with a finish_reason and a message, tool_plan, or tool message with documents",
  keys: ["messages"],
  isMarked: ({ raw }) => isResponse(raw) || textProperty(raw, "tool_plan") !== undefined || hasDocuments(raw),
  isPlausible: ({ raw }) => isResponse(raw) || isMessage(raw) || isBareCall(raw),
  *items(pieces) {
    for (const [turn, piece] of pieces.entries()) {
      const message = property(piece.raw, "message");
      if (isObject(message) && piece.path.length === 0) yield* messageItems({ raw: message, path: ["message"] }, turn);
      else yield* chatItems(piece, turn);
    }
  },
  accepts: { functionName: names.cohere, callId: ids.common },
  write: (answers) => identified(answers).map(toolMessage),
  writeTurn: (turn) => [callingMessage(turn), ...turn.map(toolMessage)],
  writeMessage: chatMessage,
  writeTools: chatTools,
};

/** Cohere's chat API, version 2. A turn is one assistant message; a result is one document. */
export const cohereChat = defineProviderCodec<CohereChatInput, readonly CohereToolMessage[], CohereHistoryMessage, readonly ChatTool[]>(
  cohereChatFormat,
);

function isResponse(raw: Json): boolean {
  return textProperty(raw, "finish_reason") !== undefined && property(property(raw, "message"), "role") === "assistant";
}

function hasDocuments(raw: Json): boolean {
  const content = property(raw, "content");
  return isChatResult(raw) && isList(content) && content.some((part) => property(part, "type") === "document");
}

function toolMessage({ correlationId, text }: IdentifiedAnswer): CohereToolMessage {
  return { role: "tool", tool_call_id: correlationId, content: [{ type: "document", document: { data: text } }] };
}
