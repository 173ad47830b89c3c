import type { ActionResponse, Json, JsonObject } from "@acta/messages";
import { type Answer, type IdentifiedAnswer, identified, toAnswer } from "./answers.js";
import { defineProviderCodec } from "./codec.js";
import type { ProviderFormat } from "./format.js";
import { argumentsObject } from "./given-arguments.js";
import * as ids from "./id-rules.js";
import { copyJson, isList, isObject, property } from "./json-value.js";
import { correlationIdOf, idOf } from "./mcp-id.js";
import * as names from "./name-rules.js";
import type { Piece } from "./piece.js";
import { readCall } from "./read-call.js";
import type { RecordedResult } from "./tool-call.js";
import type { WriteOptions } from "./write-options.js";

export interface McpMessage {
  readonly jsonrpc: string;
}

/** A JSON-RPC message, or a list of them. */
export type McpInput = McpMessage | readonly McpMessage[];

export interface McpToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  /** What the tool gave, where that is an object. */
  readonly structuredContent?: JsonObject;
  readonly isError: boolean;
}

export interface McpResponse {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly result: McpToolResult;
}

export interface McpRequest {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly method: "tools/call";
  readonly params: { readonly name: string; readonly arguments: JsonObject };
}

export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export const mcpFormat: ProviderFormat<readonly McpResponse[], McpRequest | McpResponse, readonly McpTool[]> = {
  name: "mcp",
  marks: "jsonrpc message",
  keys: [],
  isMarked: ({ raw }) => property(raw, "jsonrpc") === "2.0",
  isPlausible: ({ raw }) => property(raw, "jsonrpc") !== undefined,
  *items(pieces) {
    for (const piece of pieces) {
      const { raw, path } = piece;
      const correlationId = correlationIdOf(property(raw, "id"));
      if (property(raw, "method") === "tools/call" && correlationId !== undefined) {
        const params = property(raw, "params");
        const call = readCall({ name: property(params, "name"), id: correlationId, arguments: property(params, "arguments") }, path);
        yield { kind: "call", ...piece, call, turn: correlationId, scope: "session" };
      } else yield resultItem(piece, correlationId) ?? { kind: "other", ...piece };
    }
  },
  accepts: { functionName: names.mcp, callId: ids.common },
  write: (answers) => identified(answers).map(toResponse),
  writeTurn: (turn) => [...turn.map(toRequest), ...turn.map(toResponse)],
  writeMessage: () => null,
  writeTools: (tools) => tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
};

/** Model Context Protocol: `tools/call` requests and their responses as JSON-RPC. Every request is a turn of its own. */
export const mcp = defineProviderCodec<McpInput, readonly McpResponse[], McpRequest | McpResponse, readonly McpTool[]>(mcpFormat);

/** A response as the result of a call, for servers whose framework does the rest. Throws {@link CodecError} `invalid_options`. */
export function writeMcpResult(response: ActionResponse, options: WriteOptions = {}): McpToolResult {
  return toolResult(toAnswer(response, options));
}

/** The result of a call, as a client has it: structured content where there is some, the one text where there is nothing else, otherwise the content. */
export function readMcpResult(result: unknown): RecordedResult {
  return resultOf(copyJson(result));
}

function resultOf(result: Json): RecordedResult {
  const content = property(result, "content");
  const [first, ...others] = isList(content) ? content : [];
  const text = property(first, "type") === "text" && others.length === 0 ? property(first, "text") : undefined;
  return { output: property(result, "structuredContent") ?? text ?? content ?? null, isError: property(result, "isError") === true };
}

/** A response to a call, or an error instead of one: what answers a request of the other side may have the same id, and no such content. */
function resultItem(piece: Piece, correlationId: string | undefined) {
  const result = property(piece.raw, "result");
  const error = property(piece.raw, "error");
  const isResult = isList(property(result, "content")) && property(result, "role") === undefined;
  if (correlationId === undefined || (!isResult && !isObject(error))) return null;
  const read = isObject(error) ? { output: property(error, "message") ?? "", isError: true } : resultOf(result ?? null);
  return { kind: "result", ...piece, correlationId, ...read } as const;
}

function toResponse(answer: IdentifiedAnswer): McpResponse {
  return { jsonrpc: "2.0", id: idOf(answer.correlationId), result: toolResult(answer) };
}

function toRequest({ correlationId, name, arguments: given }: IdentifiedAnswer): McpRequest {
  return { jsonrpc: "2.0", id: idOf(correlationId), method: "tools/call", params: { name, arguments: argumentsObject(given) } };
}

function toolResult({ output, error, text }: Answer): McpToolResult {
  return { content: [{ type: "text", text }], ...(isObject(output) && { structuredContent: output }), isError: error !== null };
}
