import type { Json } from "@acta/messages";
import type { Item } from "./item.js";
import { isObject, property, textProperty } from "./json-value.js";
import type { Piece } from "./piece.js";
import { readCall } from "./read-call.js";

const prefix = "tool-";

/** Whether a part says that it is the AI SDK's. */
export function isAiSdkPart(part: Json): boolean {
  return textProperty(part, "toolCallId") !== undefined || isObject(property(part, "toolInvocation"));
}

/** A part of a model message: a call of an assistant, or a result. What the provider ran itself is neither. */
export function modelPartItem(part: Piece, role: Json, turn: number): Item {
  const { raw, path } = part;
  const type = property(raw, "type");
  if (isOfProvider(raw)) return { kind: "other", ...part };
  if (role === "assistant" && type === "tool-call") {
    const input = property(raw, "input") ?? property(raw, "args");
    const call = readCall({ name: property(raw, "toolName"), id: property(raw, "toolCallId"), arguments: input }, path);
    return { kind: "call", ...part, call, turn, scope: turn };
  }
  const correlationId = textProperty(raw, "toolCallId");
  if (role !== "tool" || type !== "tool-result" || correlationId === undefined) return { kind: "other", ...part };
  return { kind: "result", ...part, correlationId, ...resultOf(raw) };
}

/** Since version 5 an output says its type; before, there were `result` and `isError`. */
function resultOf(raw: Json): { readonly output: Json; readonly isError: boolean | null } {
  const output = property(raw, "output");
  const type = textProperty(output, "type");
  if (output === undefined || type === undefined) {
    const isError = property(raw, "isError");
    return { output: property(raw, "result") ?? output ?? "", isError: typeof isError === "boolean" ? isError : null };
  }
  const value = property(output, "value") ?? property(output, "reason") ?? "";
  return { output: value, isError: type.startsWith("error-") || type === "execution-denied" };
}

/** A part of a UI message: a call, with its result once there is one. While its input is streamed it is not a call yet. */
export function* uiPartItems(part: Piece, role: Json, turn: number): Generator<Item> {
  const { raw, path } = part;
  const invocation = property(raw, "toolInvocation");
  const tool = isObject(invocation) ? invocation : raw;
  const name = nameOf(raw, tool);
  const state = textProperty(tool, "state") ?? "";
  if (role !== "assistant" || name === undefined || isOfProvider(raw) || ["input-streaming", "partial-call"].includes(state)) {
    yield { kind: "other", ...part };
    return;
  }
  const id = property(tool, "toolCallId");
  const given = property(tool, "input") ?? property(tool, "rawInput") ?? property(tool, "args");
  const call = readCall({ name, id, arguments: given }, path);
  yield { kind: "call", ...part, call, turn, scope: turn };
  const result = uiResult(tool, state);
  if (result !== null) yield { kind: "result", ...part, correlationId: call.correlationId, ...result };
}

function nameOf(raw: Json, tool: Json): Json | undefined {
  const type = textProperty(raw, "type") ?? "";
  if (type === "dynamic-tool" || tool !== raw) return property(tool, "toolName") ?? null;
  // A part of a call has a state, whatever the tool is called.
  return type.startsWith(prefix) && property(raw, "state") !== undefined ? type.slice(prefix.length) : undefined;
}

function uiResult(tool: Json, state: string): { readonly output: Json; readonly isError: boolean } | null {
  switch (state) {
    case "output-available":
      return { output: property(tool, "output") ?? null, isError: false };
    case "result":
      return { output: property(tool, "result") ?? null, isError: false };
    case "output-error":
      return { output: property(tool, "errorText") ?? "", isError: true };
    case "output-denied":
      return { output: property(property(tool, "approval"), "reason") ?? "", isError: true };
    default:
      return null;
  }
}

const isOfProvider = (raw: Json) => property(raw, "providerExecuted") === true;
