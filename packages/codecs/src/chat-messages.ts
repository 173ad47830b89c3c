import type { Json } from "@acta/messages";
import type { IdentifiedAnswer } from "./answers.js";
import type { Path } from "./codec-error.js";
import type { WritableMessage } from "./format.js";
import { argumentsText } from "./given-arguments.js";
import type { CallItem, Item } from "./item.js";
import { isList, isObject, property, textProperty } from "./json-value.js";
import type { Piece } from "./piece.js";
import { freeTextArguments, malformed, readCall } from "./read-call.js";
import type { ToolCall } from "./tool-call.js";
import type { WritableTool } from "./tool-list.js";

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

/** What a history has of a model and its users, in the shape that many providers share. */
export type ChatHistoryMessage =
  | { readonly role: "system" | "user" | "assistant"; readonly content: string }
  | { readonly role: "assistant"; readonly tool_calls: readonly ChatFunctionCall[] };

export interface ChatFunctionCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface ChatTool {
  readonly type: "function";
  readonly function: WritableTool;
}

/** The turn of calls that come without their message. */
const bare = -1;

export function isMessage(raw: Json): boolean {
  return ["role", "tool_calls", "function_call"].some((key) => property(raw, key) !== undefined);
}

export function isBareCall(raw: Json): boolean {
  return ["function", "custom"].some((key) => property(raw, key) !== undefined || property(raw, "type") === key);
}

export function isChatResult(raw: Json): boolean {
  return property(raw, "role") === "tool" || property(raw, "role") === "function";
}

/** A message, or a call without one. */
export function* chatItems(piece: Piece, turn: number): Generator<Item> {
  if (isMessage(piece.raw)) yield* messageItems(piece, turn);
  else if (isBareCall(piece.raw)) yield callItem(piece, bare, readToolCall);
  else yield { kind: "other", ...piece };
}

export function* messageItems(piece: Piece, turn: number): Generator<Item> {
  const { raw, path } = piece;
  const role = property(raw, "role") ?? "assistant";
  if (isChatResult(raw)) yield resultItem(piece);
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
  const correlationId = property(piece.raw, "role") === "function" ? null : idOfResult(piece.raw);
  if (correlationId === undefined) return { kind: "other", ...piece };
  return { kind: "result", ...piece, correlationId, output: property(piece.raw, "content") ?? "", isError: null };
}

/** SWE-agent has a list, of one. */
function idOfResult(raw: Json): string | undefined {
  const ids = property(raw, "tool_call_ids");
  return textProperty(raw, "tool_call_id") ?? (isList(ids) && typeof ids[0] === "string" ? ids[0] : undefined);
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

/** The message in which the calls of a turn stand. */
export function callingMessage(turn: readonly IdentifiedAnswer[]): ChatHistoryMessage {
  return {
    role: "assistant",
    tool_calls: turn.map((call) => ({
      id: call.correlationId,
      type: "function",
      function: { name: call.name, arguments: argumentsText(call.arguments) },
    })),
  };
}

export function chatMessage({ role, text }: WritableMessage): ChatHistoryMessage {
  return { role, content: text };
}

export function chatTools(tools: readonly WritableTool[]): readonly ChatTool[] {
  return tools.map((tool) => ({ type: "function", function: tool }));
}
