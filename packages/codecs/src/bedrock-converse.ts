import type { Json, JsonObject } from "@acta/messages";
import { type IdentifiedAnswer, identified } from "./answers.js";
import { defineProviderCodec } from "./codec.js";
import type { ProviderFormat } from "./format.js";
import { argumentsObject } from "./given-arguments.js";
import * as ids from "./id-rules.js";
import type { Item } from "./item.js";
import { joinContent } from "./join-content.js";
import { isList, isObject, property, textProperty } from "./json-value.js";
import * as names from "./name-rules.js";
import { type Piece, piecesOf } from "./piece.js";
import { readCall } from "./read-call.js";

export interface BedrockMessage {
  readonly role?: string | undefined;
  readonly content?: readonly object[] | undefined;
}

/** A response, a message, or the messages of a conversation. */
export type BedrockInput =
  | { readonly output: { readonly message?: BedrockMessage | undefined } }
  | BedrockMessage
  | readonly BedrockMessage[]
  | { readonly messages: readonly BedrockMessage[] };

export interface BedrockToolUse {
  readonly toolUse: { readonly toolUseId: string; readonly name: string; readonly input: JsonObject };
}

export interface BedrockToolResult {
  readonly toolResult: {
    readonly toolUseId: string;
    readonly content: readonly ({ readonly text: string } | { readonly json: JsonObject })[];
    readonly status: "success" | "error";
  };
}

export interface BedrockResultMessage {
  readonly role: "user";
  readonly content: readonly BedrockToolResult[];
}

export interface BedrockHistoryMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly (BedrockToolUse | BedrockToolResult | { readonly text: string })[];
}

export interface BedrockTool {
  readonly toolSpec: { readonly name: string; readonly description?: string; readonly inputSchema: { readonly json: JsonObject } };
}

export const bedrockFormat: ProviderFormat<BedrockResultMessage, BedrockHistoryMessage, readonly BedrockTool[]> = {
  name: "bedrock-converse",
  marks: "output with a message, or message whose content has toolUse or toolResult",
  keys: ["messages"],
  isMarked: ({ raw }) => isList(property(outputMessage(raw), "content")) || contentOf(raw).some(isMarkedBlock),
  isPlausible: ({ raw }) => isObject(outputMessage(raw)) || isList(property(raw, "content")),
  *items(pieces) {
    for (const [turn, piece] of pieces.entries()) {
      const inside = outputMessage(piece.raw);
      const message: Piece = inside === undefined ? piece : { raw: inside, path: [...piece.path, "output", "message"] };
      const content = property(message.raw, "content");
      if (!isList(content)) yield { kind: "other", ...piece };
      else
        for (const block of piecesOf(content, []))
          yield blockItem({ ...block, path: [...message.path, "content", ...block.path] }, message, turn);
    }
  },
  accepts: { functionName: names.common, callId: ids.bedrock },
  write: (answers) => resultMessage(identified(answers)),
  writeTurn: (turn) => [{ role: "assistant", content: turn.map(toolUse) }, resultMessage(turn)],
  writeMessage: ({ role, text }) => ({ role: role === "assistant" ? role : "user", content: [{ text }] }),
  writeTools: (tools) =>
    tools.map(({ name, description, parameters }) => ({
      toolSpec: { name, ...(description.trim() !== "" && { description }), inputSchema: { json: parameters } },
    })),
  hasSystemApart: true,
  join: joinContent(),
};

/** AWS Bedrock Converse. A turn is one assistant message; the results are one user message. */
export const bedrockConverse = defineProviderCodec<BedrockInput, BedrockResultMessage, BedrockHistoryMessage, readonly BedrockTool[]>(
  bedrockFormat,
);

const outputMessage = (raw: Json) => property(property(raw, "output"), "message");

function contentOf(raw: Json): readonly Json[] {
  const content = property(raw, "content");
  return isList(content) ? content : [];
}

const isMarkedBlock = (block: Json) => isObject(property(block, "toolUse")) || isObject(property(block, "toolResult"));

/** Only an assistant calls, and only a user message has results. */
function blockItem(block: Piece, message: Piece, turn: number): Item {
  const role = property(message.raw, "role") ?? "assistant";
  const use = property(block.raw, "toolUse");
  const result = property(block.raw, "toolResult");
  if (role === "assistant" && use !== undefined) {
    const call = readCall({ name: property(use, "name"), id: property(use, "toolUseId"), arguments: property(use, "input") }, block.path);
    return { kind: "call", ...block, call, turn, scope: turn };
  }
  const correlationId = textProperty(result, "toolUseId");
  if (role !== "user" || correlationId === undefined) return { kind: "other", ...block };
  const status = property(result, "status");
  const isError = status === undefined ? null : status === "error";
  return { kind: "result", ...block, correlationId, output: property(result, "content") ?? "", isError };
}

function resultMessage(answers: readonly IdentifiedAnswer[]): BedrockResultMessage {
  return { role: "user", content: answers.map(toolResult) };
}

/** An object as it is, anything else as text; `json` that is no object is refused, and so is blank text. */
function toolResult({ correlationId, output, error, text }: IdentifiedAnswer): BedrockToolResult {
  const json = isObject(output) ? output : text.trim() === "" ? { output: text } : null;
  const content = json === null ? { text } : { json };
  return { toolResult: { toolUseId: correlationId, content: [content], status: error === null ? "success" : "error" } };
}

function toolUse({ correlationId, name, arguments: given }: IdentifiedAnswer): BedrockToolUse {
  return { toolUse: { toolUseId: correlationId, name, input: argumentsObject(given) } };
}
