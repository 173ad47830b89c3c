import { type IdentifiedAnswer, identified } from "./answers.js";
import { type ChatHistoryMessage, type ChatTool, callingMessage, chatMessage, chatTools } from "./chat-messages.js";
import { defineProviderCodec } from "./codec.js";
import type { ProviderFormat } from "./format.js";
import * as ids from "./id-rules.js";
import * as names from "./name-rules.js";
import { type OpenAIChatInput, openaiChatFormat } from "./openai-chat.js";

export interface MistralToolMessage {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly name: string;
  readonly content: string;
}

export type MistralHistoryMessage = ChatHistoryMessage | MistralToolMessage;

export const mistralChatFormat: ProviderFormat<readonly MistralToolMessage[], MistralHistoryMessage, readonly ChatTool[]> = {
  name: "mistral-chat",
  marks: openaiChatFormat.marks,
  keys: openaiChatFormat.keys,
  isMarked: openaiChatFormat.isMarked,
  isPlausible: openaiChatFormat.isPlausible,
  items: openaiChatFormat.items,
  accepts: { functionName: names.common, callId: ids.mistral },
  write: (answers) => identified(answers).map(toolMessage),
  writeTurn: (turn) => [callingMessage(turn), ...turn.map(toolMessage)],
  writeMessage: chatMessage,
  writeTools: chatTools,
  // After a result Mistral hears nobody but the model.
  bridge: (first, second) =>
    first.role === "tool" && second.role !== "tool" && second.role !== "assistant" ? { role: "assistant", content: "(no answer)" } : null,
};

/**
 * Mistral's chat completions: read as those of OpenAI, which `readTranscript` of a file takes them for. Results say the name of the tool, and the ids in a
 * history have nine letters and digits.
 */
export const mistralChat = defineProviderCodec<OpenAIChatInput, readonly MistralToolMessage[], MistralHistoryMessage, readonly ChatTool[]>(
  mistralChatFormat,
);

function toolMessage({ correlationId, name, text }: IdentifiedAnswer): MistralToolMessage {
  return { role: "tool", tool_call_id: correlationId, name, content: text };
}
