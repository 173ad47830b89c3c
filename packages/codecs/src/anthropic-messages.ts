import { answers } from "./answers.js";
import { type AnthropicToolResult, blockItem, isAnthropicBlock, toolResult } from "./anthropic-blocks.js";
import { defineCodec } from "./codec.js";
import type { Format } from "./format.js";
import { isList, property, textProperty } from "./json-value.js";
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

/** The turn of blocks that come without their message. */
const bare = -1;

export const anthropicFormat: Format<AnthropicToolResultMessage> = {
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
  write: (responses) => ({
    role: "user",
    content: answers(responses).map((answer) => {
      const { is_error, ...result } = toolResult(answer);
      return is_error ? { ...result, is_error } : result;
    }),
  }),
};

/** Anthropic Messages. A turn is one assistant message; the results are one user message. */
export const anthropicMessages = defineCodec<AnthropicInput, AnthropicToolResultMessage>(anthropicFormat);
