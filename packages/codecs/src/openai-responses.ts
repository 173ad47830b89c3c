import { identified } from "./answers.js";
import { defineProviderCodec } from "./codec.js";
import type { ProviderFormat } from "./format.js";
import * as ids from "./id-rules.js";
import { property, textProperty } from "./json-value.js";
import * as names from "./name-rules.js";
import { callOf, callOutput, type OpenAICallItem, type OpenAICallOutput } from "./openai-call-output.js";
import type { Piece } from "./piece.js";
import { freeTextArguments, malformed, readCall } from "./read-call.js";
import type { ToolCall } from "./tool-call.js";
import type { WritableTool } from "./tool-list.js";

export interface OpenAIResponseItem {
  readonly type?: string | undefined;
}

/** A response, a list of its items, or a request with the items of a conversation. */
export type OpenAIResponsesInput =
  | { readonly output: readonly OpenAIResponseItem[] }
  | readonly OpenAIResponseItem[]
  | OpenAIResponseItem
  | { readonly input: readonly OpenAIResponseItem[] };

export type OpenAIResponsesHistoryItem =
  | OpenAICallItem
  | OpenAICallOutput
  | { readonly role: "system" | "user" | "assistant"; readonly content: string };

export interface OpenAIResponsesTool extends WritableTool {
  readonly type: "function";
  /** The default of the API is true, which few schemas fulfil. */
  readonly strict: false;
}

const callTypes = ["function_call", "custom_tool_call", "shell_call"];
const resultTypes = callTypes.map((type) => `${type}_output`);

export const openaiResponsesFormat: ProviderFormat<
  readonly OpenAICallOutput[],
  OpenAIResponsesHistoryItem,
  readonly OpenAIResponsesTool[]
> = {
  name: "openai-responses",
  marks: "output with items, or item such as function_call or function_call_output",
  keys: ["output", "input"],
  isMarked({ raw, path }) {
    const type = textProperty(raw, "type");
    return type !== undefined && (path[0] === "output" || [...callTypes, ...resultTypes, "reasoning"].includes(type));
  },
  isPlausible: ({ raw }) => textProperty(raw, "type") !== undefined || property(raw, "role") !== undefined,
  *items(pieces) {
    let turn = 0;
    let isCalling = false;
    for (const piece of pieces) {
      const { raw } = piece;
      const call = readItem(piece);
      const correlationId = textProperty(raw, "call_id");
      const isResult = resultTypes.includes(textProperty(raw, "type") ?? "");
      if (call !== null) {
        if (!isCalling) turn += 1;
        isCalling = true;
        yield { kind: "call", ...piece, call, turn, scope: turn };
        continue;
      }
      if (isResult || property(raw, "role") === "user") isCalling = false;
      if (isResult && correlationId !== undefined)
        yield { kind: "result", ...piece, correlationId, output: property(raw, "output") ?? "", isError: null };
      else yield { kind: "other", ...piece };
    }
  },
  accepts: { functionName: names.common, callId: ids.common },
  write: (answers) => identified(answers).map(callOutput),
  writeTurn: (turn) => [...turn.map(callOf), ...turn.map(callOutput)],
  writeMessage: ({ role, text }) => ({ role, content: text }),
  writeTools: (tools) => tools.map((tool) => ({ type: "function", ...tool, strict: false })),
};

/**
 * OpenAI Responses. A turn is what is called before anything is answered or the user speaks. The input text of a custom tool arrives as `{ input }`, the
 * action of a shell call as the arguments of `shell`.
 */
export const openaiResponses = defineProviderCodec<
  OpenAIResponsesInput,
  readonly OpenAICallOutput[],
  OpenAIResponsesHistoryItem,
  readonly OpenAIResponsesTool[]
>(openaiResponsesFormat);

function readItem({ raw: item, path }: Piece): ToolCall | null {
  const id = property(item, "call_id");
  switch (property(item, "type")) {
    case "function_call":
      return readCall({ name: property(item, "name"), id, arguments: property(item, "arguments") }, path);
    case "custom_tool_call":
      return readCall({ name: property(item, "name"), id, arguments: freeTextArguments(item, path) }, path);
    case "shell_call": {
      const action = property(item, "action");
      if (action === undefined) throw malformed("has no action", path);
      return readCall({ name: "shell", id, arguments: action }, path);
    }
    default:
      return null;
  }
}
