import type { Json } from "@acta/messages";
import { type IdentifiedAnswer, identified } from "./answers.js";
import { type AnthropicText, type AnthropicToolResult, type AnthropicToolUse, blockItem, toolResult, toolUse } from "./anthropic-blocks.js";
import { defineCodec } from "./codec.js";
import type { Format } from "./format.js";
import * as ids from "./id-rules.js";
import { isList, isObject, property, textProperty } from "./json-value.js";
import * as names from "./name-rules.js";
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

/** A line of what was said or called. */
export interface ClaudeCodeHistoryLine {
  readonly type: "user" | "assistant" | "system";
  readonly uuid: string;
  readonly timestamp?: string;
  readonly message?: {
    /** Of the model's message: its lines are one turn. */
    readonly id?: string;
    readonly role: "user" | "assistant";
    readonly content: readonly (AnthropicText | AnthropicToolUse | AnthropicToolResult)[];
  };
  readonly content?: string;
}

export const claudeCodeFormat: Format<readonly ClaudeCodeResultLine[], ClaudeCodeHistoryLine> = {
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
  accepts: { functionName: names.anthropic, callId: ids.anthropic },
  write: (answers) => identified(answers).map(resultLine),
  writeTurn: (turn) => [callingLine(turn), ...turn.map(resultLine)],
  writeMessage({ id, createdAt, role, text }) {
    const line = { type: role, uuid: id, ...timestamp(createdAt) };
    return role === "system" ? { ...line, content: text } : { ...line, message: { role, content: [{ type: "text", text }] } };
  },
};

/**
 * Session logs of Claude Code. One message of the model is logged as several lines, which share a `message.id` and are one turn; a `tool_use` id names one
 * call in the whole log. Lines of sidechains, meta lines and summaries are no part of the conversation and kept as `other`.
 */
export const claudeCode = defineCodec<ClaudeCodeInput, readonly ClaudeCodeResultLine[], ClaudeCodeHistoryLine>(claudeCodeFormat);

function resultLine(answer: IdentifiedAnswer): ClaudeCodeResultLine {
  return {
    type: "user",
    uuid: answer.id,
    ...timestamp(answer.createdAt),
    message: { role: "user", content: [toolResult(answer)] },
  };
}

function callingLine(turn: readonly IdentifiedAnswer[]): ClaudeCodeHistoryLine {
  const id = `${turn[0]?.id}/calls`;
  return {
    type: "assistant",
    uuid: id,
    ...timestamp(turn[0]?.createdAt ?? Number.NaN),
    message: { id, role: "assistant", content: turn.map(toolUse) },
  };
}

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
