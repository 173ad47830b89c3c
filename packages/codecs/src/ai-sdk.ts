import type { Json, JsonObject } from "@acta/messages";
import { isAiSdkPart, modelPartItem, uiPartItems } from "./ai-sdk-parts.js";
import { type IdentifiedAnswer, identified } from "./answers.js";
import { defineProviderCodec } from "./codec.js";
import type { ProviderFormat } from "./format.js";
import { argumentsObject } from "./given-arguments.js";
import * as ids from "./id-rules.js";
import { isList, property } from "./json-value.js";
import * as names from "./name-rules.js";
import { type Piece, piecesOf } from "./piece.js";

/** A model message has `content`, a UI message has `parts`. */
export interface AiSdkMessage {
  readonly role: string;
  readonly content?: string | readonly object[] | undefined;
  readonly parts?: readonly object[] | undefined;
}

/** A message, or the messages of a conversation. */
export type AiSdkInput = AiSdkMessage | readonly AiSdkMessage[] | { readonly messages: readonly AiSdkMessage[] };

export interface AiSdkToolCall {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: JsonObject;
}

export interface AiSdkToolResult {
  readonly type: "tool-result";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output:
    | { readonly type: "text" | "error-text"; readonly value: string }
    | { readonly type: "json" | "error-json"; readonly value: Json };
}

export interface AiSdkToolMessage {
  readonly role: "tool";
  readonly content: readonly AiSdkToolResult[];
}

export type AiSdkHistoryMessage =
  | { readonly role: "system" | "user" | "assistant"; readonly content: string }
  | { readonly role: "assistant"; readonly content: readonly AiSdkToolCall[] }
  | AiSdkToolMessage;

/** As a language model of the SDK takes it. */
export interface AiSdkTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export const aiSdkFormat: ProviderFormat<AiSdkToolMessage, AiSdkHistoryMessage, readonly AiSdkTool[]> = {
  name: "ai-sdk",
  marks: "message with parts or content such as tool-call, tool-result or tool-NAME, which have a toolCallId",
  keys: ["messages"],
  isMarked: ({ raw }) => [...membersOf(raw, "content"), ...membersOf(raw, "parts")].some(({ raw: part }) => isAiSdkPart(part)),
  isPlausible: ({ raw }) => property(raw, "role") !== undefined,
  *items(pieces) {
    for (const [turn, piece] of pieces.entries()) {
      const role = property(piece.raw, "role") ?? null;
      const parts = membersOf(piece.raw, "parts");
      const members = parts.length > 0 ? parts : membersOf(piece.raw, "content");
      if (members.length === 0) yield { kind: "other", ...piece };
      for (const member of members) {
        const part = { ...member, path: [...piece.path, ...member.path] };
        if (parts.length > 0) yield* uiPartItems(part, role, turn);
        else yield modelPartItem(part, role, turn);
      }
    }
  },
  accepts: { functionName: names.aiSdk, callId: ids.common },
  write: (answers) => resultMessage(identified(answers)),
  writeTurn: (turn) => [{ role: "assistant", content: turn.map(toolCall) }, resultMessage(turn)],
  writeMessage: ({ role, text }) => ({ role, content: text }),
  writeTools: (tools) =>
    tools.map(({ name, description, parameters }) => ({ type: "function", name, description, inputSchema: parameters })),
};

/** Messages of the AI SDK: UI messages and model messages are read, model messages are written. A turn is one assistant message. */
export const aiSdk = defineProviderCodec<AiSdkInput, AiSdkToolMessage, AiSdkHistoryMessage, readonly AiSdkTool[]>(aiSdkFormat);

function membersOf(raw: Json, key: string): readonly Piece[] {
  const members = property(raw, key);
  return isList(members) ? piecesOf(members, []).map((piece) => ({ ...piece, path: [key, ...piece.path] })) : [];
}

function resultMessage(answers: readonly IdentifiedAnswer[]): AiSdkToolMessage {
  return { role: "tool", content: answers.map(toolResult) };
}

function toolResult({ correlationId, name, output, error, text }: IdentifiedAnswer): AiSdkToolResult {
  const base = { type: "tool-result", toolCallId: correlationId, toolName: name } as const;
  const isText = typeof output === "string" || (error !== null && output === null);
  if (error === null) return { ...base, output: isText ? { type: "text", value: text } : { type: "json", value: output } };
  return { ...base, output: isText ? { type: "error-text", value: text } : { type: "error-json", value: output } };
}

function toolCall({ correlationId, name, arguments: given }: IdentifiedAnswer): AiSdkToolCall {
  return { type: "tool-call", toolCallId: correlationId, toolName: name, input: argumentsObject(given) };
}
