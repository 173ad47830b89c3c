import type { Json } from "@acta/messages";
import { answers } from "./answers.js";
import { type AnthropicToolResult, blockItem, toolResult } from "./anthropic-blocks.js";
import { defineCodec } from "./codec.js";
import type { Format } from "./format.js";
import { isList, isObject, property, textProperty } from "./json-value.js";
import { piecesOf } from "./piece.js";

export interface ClaudeCodeLine {
  readonly type: string;
}

/** The lines of a session log, or a file with `loglines`. */
export type ClaudeCodeInput = readonly ClaudeCodeLine[] | ClaudeCodeLine | { readonly loglines: readonly ClaudeCodeLine[] };

export interface ClaudeCodeResultLine {
  readonly type: "user";
  readonly uuid: string;
  /** ISO 8601; absent where the response has a time that no calendar has. */
  readonly timestamp?: string;
  readonly message: { readonly role: "user"; readonly content: readonly AnthropicToolResult[] };
}

export const claudeCodeFormat: Format<readonly ClaudeCodeResultLine[]> = {
  name: "claude-code",
  marks: "line whose type is user or assistant and which has a message, alone, in a list or in loglines",
  keys: ["loglines"],
  isMarked: ({ raw }) => isConversation(raw),
  isPlausible: ({ raw }) => textProperty(raw, "type") !== undefined,
  *items(pieces) {
    for (const [index, piece] of pieces.entries()) {
      const message = property(piece.raw, "message");
      const content = property(message, "content");
      if (!isConversation(piece.raw) || isAside(piece.raw) || !isList(content)) {
        yield { kind: "other", ...piece };
        continue;
      }
      const role = property(piece.raw, "type");
      const group = { turn: textProperty(message, "id") ?? index, scope: "log" };
      for (const block of piecesOf(content, []))
        yield blockItem({ ...block, path: [...piece.path, "message", "content", ...block.path] }, role, group);
    }
  },
  workingDirectory: (raw) => textProperty(raw, "cwd"),
  write: (responses) =>
    answers(responses).map((answer) => ({
      type: "user",
      uuid: answer.response.id,
      ...timestamp(answer.response.createdAt),
      message: { role: "user", content: [toolResult(answer)] },
    })),
};

/**
 * Session logs of Claude Code. One message of the model is logged as several lines, which share a `message.id` and are one turn; a `tool_use` id names one
 * call in the whole log. Lines of sidechains, meta lines and summaries are no part of the conversation and kept as `other`.
 */
export const claudeCode = defineCodec<ClaudeCodeInput, readonly ClaudeCodeResultLine[]>(claudeCodeFormat);

function isConversation(line: Json): boolean {
  const type = property(line, "type");
  return (type === "user" || type === "assistant") && isObject(property(line, "message"));
}

function isAside(line: Json): boolean {
  return ["isSidechain", "isMeta", "isCompactSummary"].some((flag) => property(line, flag) === true);
}

function timestamp(milliseconds: number): { readonly timestamp?: string } {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? {} : { timestamp: date.toISOString() };
}
