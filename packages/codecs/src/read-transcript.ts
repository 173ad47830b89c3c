import type { Json } from "@acta/messages";
import { aiSdkFormat } from "./ai-sdk.js";
import { anthropicFormat } from "./anthropic-messages.js";
import { bedrockFormat } from "./bedrock-converse.js";
import { claudeCodeFormat } from "./claude-code.js";
import { transcribe } from "./codec.js";
import { CodecError } from "./codec-error.js";
import { cohereChatFormat } from "./cohere-chat.js";
import type { InputFormat } from "./format.js";
import { googleFormat } from "./google-generate-content.js";
import { copyJson } from "./json-value.js";
import { mcpFormat } from "./mcp.js";
import { openaiChatFormat } from "./openai-chat.js";
import { openaiResponsesFormat } from "./openai-responses.js";
import { parseSource } from "./parse-source.js";
import { piecesOf } from "./piece.js";
import { sweAgentFormat } from "./swe-agent.js";
import type { Transcript } from "./transcript.js";

/** The first that recognizes a transcript reads it. */
const formats: readonly InputFormat[] = [
  claudeCodeFormat,
  sweAgentFormat,
  mcpFormat,
  openaiResponsesFormat,
  bedrockFormat,
  googleFormat,
  aiSdkFormat,
  cohereChatFormat,
  openaiChatFormat,
  anthropicFormat,
];

export interface ReadTranscriptOptions {
  /** In UTF-16 code units, the unit of `text.length`. Default: 64 Mi. */
  readonly maxLength?: number;
}

/**
 * Reads a file of any known format: JSON, or JSON lines. The format is told by the content.
 * Throws {@link CodecError} `not_json`, `too_large`, `too_deep`, `unknown_format`, `malformed_call`, `duplicate_id`; for JSON lines with the line.
 */
export function readTranscript(text: string, { maxLength = 64 * 1024 * 1024 }: ReadTranscriptOptions = {}): Transcript {
  if (typeof text !== "string")
    throw new CodecError("not_json", `A transcript is read from text, not from a value of type ${typeof text}.`);
  if (text.length > maxLength) throw new CodecError("too_large", `The text has ${text.length} characters; the limit is ${maxLength}.`);
  const { value, lineNumbers } = parseSource(text);
  try {
    return transcribeAny(value);
  } catch (error) {
    const index = CodecError.isInstance(error) ? error.path?.[0] : undefined;
    const line = typeof index === "number" ? lineNumbers?.[index] : undefined;
    if (!CodecError.isInstance(error) || line === undefined) throw error;
    throw new CodecError(error.code, `Line ${line}: ${error.message}`, { cause: error, path: error.path ?? [], line });
  }
}

/** Reads a value of any known format. Throws {@link CodecError} `not_json`, `too_deep`, `unknown_format`, `malformed_call`, `duplicate_id`. */
export function readTranscriptValue(value: unknown): Transcript {
  return transcribeAny(copyJson(value));
}

function transcribeAny(value: Json): Transcript {
  const format = formats.find((candidate) => piecesOf(value, candidate.keys).some((piece) => candidate.isMarked(piece)));
  if (format !== undefined) return transcribe(format, value);
  const known = formats.map(({ name, marks }) => `${name} (${marks})`).join("; ");
  throw new CodecError("unknown_format", `This is none of the known formats: ${known}.`);
}
