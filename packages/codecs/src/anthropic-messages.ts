import type { JsonObject } from "@acta/messages";
import { type IdentifiedAnswer, identified } from "./answers.js";
import {
  type AnthropicText,
  type AnthropicToolResult,
  type AnthropicToolUse,
  blockItem,
  isAnthropicBlock,
  toolResult,
  toolUse,
} from "./anthropic-blocks.js";
import { defineProviderCodec } from "./codec.js";
import type { ProviderFormat } from "./format.js";
import * as ids from "./id-rules.js";
import { joinContent } from "./join-content.js";
import { isList, property, textProperty } from "./json-value.js";
import * as names from "./name-rules.js";
import { piecesOf } from "./piece.js";

export interface AnthropicBlock {
  readonly type: string;
}

export interface AnthropicMessage {
  readonly role: string;
  readonly content: string | readonly AnthropicBlock[];
}

/** A message, its blocks, or the messages of a conversation. */
export type AnthropicInput =
  | AnthropicMessage
  | readonly AnthropicBlock[]
  | readonly AnthropicMessage[]
  | { readonly messages: readonly AnthropicMessage[] };

export interface AnthropicToolResultMessage {
  readonly role: "user";
  readonly content: readonly AnthropicToolResult[];
}

export interface AnthropicHistoryMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly (AnthropicText | AnthropicToolUse | AnthropicToolResult)[];
}

export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}

/** The turn of blocks that come without their message. */
const bare = -1;

export const anthropicFormat: ProviderFormat<AnthropicToolResultMessage, AnthropicHistoryMessage, readonly AnthropicTool[]> = {
  name: "anthropic-messages",
  marks: "message with content blocks, such as tool_use or tool_result",
  keys: ["messages"],
  isMarked({ raw, path }) {
    const content = property(raw, "content");
    if (isList(content) && content.some(isAnthropicBlock)) return true;
    return isAnthropicBlock(raw) || (path.length === 0 && property(raw, "type") === "message" && isList(content));
  },
  isPlausible: ({ raw }) => property(raw, "role") !== undefined || textProperty(raw, "type") !== undefined,
  *items(pieces) {
    for (const [turn, piece] of pieces.entries()) {
      const { raw, path } = piece;
      const role = property(raw, "role");
      const content = property(raw, "content");
      if (role === undefined) yield blockItem(piece, "assistant", { turn: bare, scope: bare });
      else if (!isList(content)) yield { kind: "other", ...piece };
      else
        for (const block of piecesOf(content, []))
          yield blockItem({ ...block, path: [...path, "content", ...block.path] }, role, { turn, scope: turn });
    }
  },
  accepts: { functionName: names.anthropic, callId: ids.anthropic },
  write: (answers) => resultMessage(identified(answers)),
  writeTurn: (turn) => [{ role: "assistant", content: turn.map(toolUse) }, resultMessage(turn)],
  writeMessage: ({ role, text }) => ({ role: role === "assistant" ? role : "user", content: [{ type: "text", text }] }),
  writeTools: (tools) => tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
  hasSystemApart: true,
  join: joinContent(),
};

/** Anthropic Messages. A turn is one assistant message; the results are one user message. */
export const anthropicMessages = defineProviderCodec<
  AnthropicInput,
  AnthropicToolResultMessage,
  AnthropicHistoryMessage,
  readonly AnthropicTool[]
>(anthropicFormat);

function resultMessage(answers: readonly IdentifiedAnswer[]): AnthropicToolResultMessage {
  return {
    role: "user",
    content: answers.map((answer) => {
      const { is_error, ...result } = toolResult(answer);
      return is_error ? { ...result, is_error } : result;
    }),
  };
}
