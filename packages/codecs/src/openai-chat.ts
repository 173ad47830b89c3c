import type { ActionResponse, Json } from "@acta/messages";
import { withoutRepeats } from "./answers.js";
import { defineCodec } from "./codec.js";
import type { Path } from "./codec-error.js";
import type { Format } from "./format.js";
import type { CallItem, Item } from "./item.js";
import { isList, isObject, property, textProperty } from "./json-value.js";
import type { Piece } from "./piece.js";
import { freeTextArguments, malformed, readCall } from "./read-call.js";
import { responseText } from "./response-text.js";
import type { ToolCall } from "./tool-call.js";

/** A call of a function, with its arguments as JSON text, or of a custom tool, with its free text. */
export interface OpenAIToolCall {
  readonly id: string;
  readonly type?: string;
  readonly function?: { readonly name: string; readonly arguments: string };
  readonly custom?: { readonly name: string; readonly input: string };
}

export interface OpenAIChatMessage {
  readonly role: string;
  readonly tool_calls?: readonly OpenAIToolCall[] | null | undefined;
}

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

/** The turn of calls that come without their message. */
const bare = -1;

export const openaiChatFormat: Format<readonly OpenAIToolMessage[]> = {
  name: "openai-chat",
  marks: "choices, tool_calls, function_call, or message of role tool",
  keys: ["choices", "messages"],
  isMarked: ({ raw, path }) =>
    path[0] === "choices" ||
    isResult(raw) ||
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
      } else if (isMessage(raw)) yield* messageItems(piece, turn);
      else if (isBareCall(raw)) yield callItem(piece, bare, readToolCall);
      else yield { kind: "other", ...piece };
    }
  },
  write: (responses) => withoutRepeats(responses).map(toolMessage),
};

/** OpenAI Chat Completions, and the many providers that speak it. A turn is one assistant message. */
export const openaiChat = defineCodec<OpenAIChatInput, readonly OpenAIToolMessage[]>(openaiChatFormat);

function isMessage(raw: Json): boolean {
  return ["role", "tool_calls", "function_call"].some((key) => property(raw, key) !== undefined);
}

function isBareCall(raw: Json): boolean {
  return ["function", "custom"].some((key) => property(raw, key) !== undefined || property(raw, "type") === key);
}

function isResult(raw: Json): boolean {
  return property(raw, "role") === "tool" || property(raw, "role") === "function";
}

function* messageItems(piece: Piece, turn: number): Generator<Item> {
  const { raw, path } = piece;
  const role = property(raw, "role") ?? "assistant";
  if (isResult(raw)) yield resultItem(piece);
  else if (!isObject(raw) || role !== "assistant") yield { kind: "other", ...piece };
  else {
    const { tool_calls: calls = null, function_call: legacy = null, ...rest } = raw;
    if (Object.keys(rest).length > 0) yield { kind: "other", path, raw: rest };
    if (calls !== null && !isList(calls)) throw malformed("is not in a list", [...path, "tool_calls"]);
    for (const [index, call] of (calls ?? []).entries())
      yield callItem({ raw: call, path: [...path, "tool_calls", index] }, turn, readToolCall);
    if (legacy !== null) yield callItem({ raw: legacy, path: [...path, "function_call"] }, turn, readLegacyCall);
  }
}

function callItem(piece: Piece, turn: number, read: (raw: Json, path: Path) => ToolCall): CallItem {
  return { kind: "call", ...piece, call: read(piece.raw, piece.path), turn, scope: turn };
}

function resultItem(piece: Piece): Item {
  const correlationId = property(piece.raw, "role") === "function" ? null : textProperty(piece.raw, "tool_call_id");
  if (correlationId === undefined) return { kind: "other", ...piece };
  return { kind: "result", ...piece, correlationId, output: property(piece.raw, "content") ?? "", isError: null };
}

function readToolCall(raw: Json, path: Path): ToolCall {
  const id = property(raw, "id");
  const custom = property(raw, "custom");
  if (isObject(custom)) return readCall({ name: property(custom, "name"), id, arguments: freeTextArguments(custom, path) }, path);
  const called = property(raw, "function");
  return readCall({ name: property(called, "name"), id, arguments: property(called, "arguments") }, path);
}

/** The shape from before calls had ids. */
function readLegacyCall(raw: Json, path: Path): ToolCall {
  const call = readCall({ name: property(raw, "name"), id: "none", arguments: property(raw, "arguments") }, path);
  return { ...call, correlationId: null };
}

function toolMessage(response: ActionResponse): OpenAIToolMessage {
  const content = responseText(response);
  if (response.correlationId === null) return { role: "function", name: response.content.function, content };
  return { role: "tool", tool_call_id: response.correlationId, content };
}
