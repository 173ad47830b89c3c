import type { Json, JsonObject } from "@acta/messages";
import type { IdentifiedAnswer } from "./answers.js";
import { argumentsObject } from "./given-arguments.js";
import type { CallItem, Item } from "./item.js";
import { isObject, property, textProperty } from "./json-value.js";
import type { Piece } from "./piece.js";
import { readCall } from "./read-call.js";

export interface AnthropicToolResult {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content: string;
  readonly is_error?: boolean;
}

export interface AnthropicToolUse {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

export interface AnthropicText {
  readonly type: "text";
  readonly text: string;
}

/** Whether a block says that it is Anthropic's. */
export function isAnthropicBlock(block: Json): boolean {
  const type = textProperty(block, "type") ?? "";
  return (
    ["tool_use", "tool_result", "thinking", "redacted_thinking"].includes(type) ||
    type.endsWith("_tool_use") ||
    type.endsWith("_tool_result")
  );
}

/**
 * A content block. Only an assistant calls, and only a user message has results: the same block on the other side is something that somebody wrote, and
 * no call. `server_tool_use` and its results were run by the provider.
 */
export function blockItem(piece: Piece, role: Json | undefined, group: Pick<CallItem, "turn" | "scope">): Item {
  const { raw, path } = piece;
  const type = textProperty(raw, "type");
  if (role === "assistant" && type === "tool_use") {
    const call = readCall({ name: property(raw, "name"), id: property(raw, "id"), arguments: property(raw, "input") }, path);
    return { kind: "call", ...piece, call, ...group };
  }
  const correlationId = textProperty(raw, "tool_use_id");
  if (role === "user" && type === "tool_result" && correlationId !== undefined && isObject(raw)) {
    return { kind: "result", ...piece, correlationId, output: property(raw, "content") ?? "", isError: property(raw, "is_error") === true };
  }
  return { kind: "other", ...piece };
}

export function toolResult({ correlationId, text, error }: IdentifiedAnswer) {
  return { type: "tool_result", tool_use_id: correlationId, content: text, is_error: error !== null } as const;
}

export function toolUse({ correlationId, name, arguments: given }: IdentifiedAnswer): AnthropicToolUse {
  return { type: "tool_use", id: correlationId, name, input: argumentsObject(given) };
}
