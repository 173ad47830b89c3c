import type { Json } from "@acta/messages";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CallReader, CodecError, readTranscript, readTranscriptValue, sweAgent } from "../src/index.js";
import { codecs, named } from "./codecs.js";

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
  ...["candidates", "contents", "parts", "functionCall", "functionResponse", "args", "response", "toolUse", "toolResult", "toolUseId"],
  ...["toolCallId", "toolName", "toolInvocation", "state", "result", "finish_reason", "tool_plan", "document", "history", "tool_call_ids"],
  ...["jsonrpc", "method", "params", "trajectory", "agent", "status", "providerExecuted", "error", "isError", "structuredContent"],
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
  ...["custom_tool_call", "a", "", "constructor", "__proto__", "model", "2.0", "tools/call", "tool-call", "tool-result", "tool-a"],
  ...["dynamic-tool", "tool-invocation", "output-available", "input-available", "output-error", "result", "error", "TOOL_CALL"],
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
const readers: readonly CallReader<never>[] = [...codecs, sweAgent];

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
  test.each(named(readers))("%s reads it, with usable calls, or throws a CodecError", (_name, codec) => {
    fc.assert(
      fc.property(values, (value) => {
        const code = codecErrorOf(() => {
          for (const call of codec.read(value as never)) {
            expect(typeof call.function).toBe("string");
            expect(call.correlationId).not.toBe("");
          }
        });
        expect([null, "unknown_format", "malformed_call", "duplicate_id"]).toContain(code);
      }),
      { numRuns: 600, seed: 12 },
    );
  });

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
