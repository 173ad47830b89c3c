import type { Json, JsonObject } from "@acta/messages";
import type { Answer, IdentifiedAnswer } from "./answers.js";
import { defineProviderCodec } from "./codec.js";
import type { ProviderFormat, WritableMessage } from "./format.js";
import { argumentsObject } from "./given-arguments.js";
import { type Content, PartReader } from "./google-parts.js";
import * as ids from "./id-rules.js";
import { isList, isObject, property, textProperty } from "./json-value.js";
import * as names from "./name-rules.js";
import { type Piece, piecesOf } from "./piece.js";

export interface GoogleContent {
  readonly role?: string | undefined;
  readonly parts?: readonly object[] | undefined;
}

/** A response, a content, or the contents of a conversation. */
export type GoogleInput =
  | { readonly candidates: readonly { readonly content?: GoogleContent | undefined }[] }
  | GoogleContent
  | readonly GoogleContent[]
  | { readonly contents: readonly GoogleContent[] };

/** The id is there where the call had one. */
export interface GoogleFunctionResponse {
  readonly functionResponse: {
    readonly id?: string;
    readonly name: string;
    readonly response: { readonly output: Json } | { readonly error: string };
  };
}

export interface GoogleFunctionCall {
  readonly functionCall: { readonly id?: string; readonly name: string; readonly args: JsonObject };
}

export interface GoogleResultContent {
  readonly role: "user";
  readonly parts: readonly GoogleFunctionResponse[];
}

export interface GoogleHistoryContent {
  readonly role: "user" | "model";
  readonly parts: readonly (GoogleFunctionCall | GoogleFunctionResponse | { readonly text: string })[];
}

export interface GoogleTool {
  readonly functionDeclarations: readonly {
    readonly name: string;
    readonly description: string;
    readonly parametersJsonSchema: JsonObject;
  }[];
}

export const googleFormat: ProviderFormat<GoogleResultContent, GoogleHistoryContent, readonly GoogleTool[]> = {
  name: "google-generate-content",
  marks: "candidates, or content with parts such as functionCall or functionResponse",
  keys: ["candidates", "contents"],
  isMarked: ({ raw, path }) => (path[0] === "candidates" && isObject(property(raw, "content"))) || partsOf(raw).some(isMarkedPart),
  isPlausible: ({ raw, path }) => path[0] === "candidates" || isList(property(raw, "parts")),
  *items(pieces) {
    const reader = new PartReader();
    for (const [turn, piece] of pieces.entries()) {
      const content = contentOf(piece);
      // Further candidates are alternatives to the first, not more of it.
      if (content === null || (piece.path[0] === "candidates" && turn > 0)) yield { kind: "other", ...piece };
      else yield* reader.items(content, turn);
    }
  },
  accepts: { functionName: names.google, callId: ids.common },
  write: (answers) => ({ role: "user", parts: answers.map((answer) => functionResponse(answer, answer.correlationId)) }),
  writeTurn: (turn) => [
    { role: "model", parts: turn.map(functionCall) },
    { role: "user", parts: turn.map((answer) => functionResponse(answer, idOf(answer))) },
  ],
  writeMessage: ({ role, text }: WritableMessage) => ({ role: role === "assistant" ? "model" : "user", parts: [{ text }] }),
  writeTools: (tools) => {
    const declared = tools.map(({ name, description, parameters }) => ({ name, description, parametersJsonSchema: parameters }));
    return declared.length === 0 ? [] : [{ functionDeclarations: declared }];
  },
  hasSystemApart: true,
  // The results of a turn stand alone; what a user says with them is a content of its own.
  join: {
    belongTogether: (first, second) => first.role === "model" && second.role === "model",
    asOne: (contents) => ({ role: "model", parts: contents.flatMap(({ parts }) => parts) }),
  },
};

/**
 * Google's `generateContent`, of Gemini and Vertex AI. A turn is one content of the model; the results are one content. Where calls have no id, and they need
 * none, they and their results are paired by order: the first result under a name belongs to the first call of that name in the turn before it.
 */
export const googleGenerateContent = defineProviderCodec<GoogleInput, GoogleResultContent, GoogleHistoryContent, readonly GoogleTool[]>(
  googleFormat,
);

/** Null for what has no parts, such as a candidate that was blocked. */
function contentOf({ raw, path }: Piece): Content | null {
  const isCandidate = path[0] === "candidates";
  const content: Piece = isCandidate ? { raw: property(raw, "content") ?? null, path: [...path, "content"] } : { raw, path };
  const parts = property(content.raw, "parts");
  if (!isList(parts)) return null;
  const role = property(content.raw, "role") ?? (isCandidate || parts.some(isCall) ? "model" : "user");
  return { ...content, role, parts: piecesOf(parts, []).map((part) => ({ ...part, path: [...content.path, "parts", ...part.path] })) };
}

const isCall = (part: Json) => property(part, "functionCall") !== undefined;

/** Parts of others have a `type`. */
function isMarkedPart(part: Json): boolean {
  return isCall(part) || property(part, "functionResponse") !== undefined || (isTextPart(part) && property(part, "type") === undefined);
}

function isTextPart(part: Json): boolean {
  return textProperty(part, "text") !== undefined;
}

function partsOf(raw: Json): readonly Json[] {
  const parts = property(raw, "parts");
  return isList(parts) ? parts : [];
}

const idOf = ({ correlationId, isIdNew }: IdentifiedAnswer) => (isIdNew ? null : correlationId);

function functionCall(call: IdentifiedAnswer): GoogleFunctionCall {
  const id = idOf(call);
  return { functionCall: { ...(id !== null && { id }), name: call.name, args: argumentsObject(call.arguments) } };
}

/** An object by the API: what the function gave under `output`, or why it failed under `error`. */
function functionResponse({ name, output, error, text }: Answer, id: string | null): GoogleFunctionResponse {
  return { functionResponse: { ...(id !== null && { id }), name, response: error === null ? { output } : { error: text } } };
}
