import type { Json } from "@acta/messages";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  anthropicMessages,
  type Codec,
  CodecError,
  claudeCode,
  openaiChat,
  openaiResponses,
  readTranscript,
  readTranscriptValue,
} from "../src/index.js";

const keys = [
  ...[
    "role",
    "type",
    "content",
    "message",
    "messages",
    "choices",
    "tool_calls",
    "function_call",
    "function",
    "custom",
    "name",
    "arguments",
    "input",
    "id",
  ],
  ...[
    "tool_call_id",
    "call_id",
    "tool_use_id",
    "output",
    "action",
    "loglines",
    "cwd",
    "isSidechain",
    "is_error",
    "__proto__",
    "constructor",
  ],
];
const words = [
  ...[
    "assistant",
    "user",
    "tool",
    "function",
    "message",
    "response",
    "tool_use",
    "tool_result",
    "function_call",
    "function_call_output",
    "shell_call",
  ],
  ...["custom_tool_call", "a", "", "constructor", "__proto__"],
];
const leaf = fc.oneof(fc.constantFrom(...words), fc.constantFrom(null, true, 0, -1));
/** Values made of the words of the formats, so that the readers get deep into them. */
const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 7 },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...keys), tie("value"), { maxKeys: 6 }),
  ),
}));
const codecs: readonly Codec<Json, unknown>[] = [openaiChat, openaiResponses, anthropicMessages, claudeCode] as never;

function codecErrorOf(run: () => unknown): string | null {
  try {
    run();
    return null;
  } catch (error) {
    if (!CodecError.isInstance(error)) throw error;
    return error.code;
  }
}

describe("any JSON", () => {
  test.each(codecs.map((codec) => [codec.name, codec] as const))(
    "%s reads it, with usable calls, or throws a CodecError",
    (_name, codec) => {
      fc.assert(
        fc.property(values, (value) => {
          const code = codecErrorOf(() => {
            for (const call of codec.read(value)) {
              expect(typeof call.function).toBe("string");
              expect(call.correlationId).not.toBe("");
            }
          });
          expect([null, "unknown_format", "malformed_call", "duplicate_id"]).toContain(code);
        }),
        { numRuns: 600, seed: 12 },
      );
    },
  );

  test("readTranscript does the same with text as readTranscriptValue with values", () => {
    fc.assert(
      fc.property(values, (value) => {
        const text = JSON.stringify(value);
        expect(codecErrorOf(() => readTranscript(text))).toBe(codecErrorOf(() => readTranscriptValue(value)));
      }),
      { numRuns: 600, seed: 12 },
    );
  });

  test("any text is read or refused with a CodecError", () => {
    const piece = fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom("\n", "\r\n", "\uFEFF", "{", "}", '{"type":"user","message":{}}'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const code = codecErrorOf(() => readTranscript(pieces.join("")));
        expect([null, "not_json", "unknown_format"]).toContain(code);
      }),
      { numRuns: 600, seed: 12 },
    );
  });
});
