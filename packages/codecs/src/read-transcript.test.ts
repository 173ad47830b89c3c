import { describe, expect, test } from "vitest";
import { readTranscript, readTranscriptValue } from "./read-transcript.js";

const chatCall = { id: "c", type: "function", function: { name: "add", arguments: "{}" } };
const use = { type: "tool_use", id: "t", name: "add", input: {} };
const line = { type: "assistant", message: { role: "assistant", content: [use] } };

describe("the format", () => {
  test.each<[string, unknown]>([
    ["openai-chat", { choices: [{ message: { role: "assistant", content: "hi" } }] }],
    [
      "openai-chat",
      {
        messages: [
          { role: "user", content: "hi" },
          { role: "assistant", tool_calls: [chatCall] },
        ],
      },
    ],
    ["openai-chat", [{ role: "tool", tool_call_id: "c", content: "3" }]],
    ["openai-chat", [{ role: "assistant", function_call: { name: "add", arguments: "{}" } }]],
    ["openai-chat", [chatCall]],
    ["openai-chat", chatCall],
    ["openai-responses", { object: "response", output: [{ type: "message", role: "assistant", content: [] }] }],
    [
      "openai-responses",
      [
        { role: "user", content: "hi" },
        { type: "function_call", call_id: "c", name: "add", arguments: "{}" },
      ],
    ],
    ["openai-responses", { input: [{ type: "custom_tool_call_output", call_id: "c", output: "" }] }],
    ["anthropic-messages", { type: "message", role: "assistant", content: [{ type: "text", text: "hi" }] }],
    ["anthropic-messages", { messages: [{ role: "assistant", content: [use] }] }],
    ["anthropic-messages", [{ role: "assistant", content: [{ type: "thinking", thinking: "" }] }]],
    ["anthropic-messages", [use]],
    ["claude-code", { loglines: [line] }],
    ["claude-code", [{ type: "summary" }, line]],
    ["claude-code", line],
  ])("%s is told by the content of %j", (format, value) => {
    expect(readTranscript(JSON.stringify(value)).format).toBe(format);
    expect(readTranscriptValue(value).format).toBe(format);
  });

  test("of JSON lines is told in the same way", () => {
    const text = [
      { role: "user", content: "hi" },
      { role: "assistant", tool_calls: [chatCall] },
    ]
      .map((message) => JSON.stringify(message))
      .join("\r\n");
    expect(readTranscript(`\uFEFF${text}\r\n`)).toMatchObject({ format: "openai-chat", calls: [{ correlationId: "c" }] });
  });

  test.each<unknown>([
    {},
    [],
    42,
    "text",
    null,
    [{ role: "user", content: "hi" }],
    { candidates: [] },
    { output: { message: {} } },
    { __proto__: null, choices: {} },
  ])("%j has none, and the error says what was looked for", (value) => {
    expect(() => readTranscriptValue(value)).toThrow(
      expect.objectContaining({
        code: "unknown_format",
        message: expect.stringMatching(/claude-code \(.*openai-responses \(.*openai-chat \(.*anthropic-messages \(.*tool_use/),
      }),
    );
  });
});

describe("errors", () => {
  test("of JSON lines name the line", () => {
    const broken = { type: "assistant", message: { role: "assistant", content: [{ type: "tool_use", id: "a" }] } };
    expect(() => readTranscript(`${JSON.stringify(line)}\n\n${JSON.stringify(broken)}`)).toThrow(
      expect.objectContaining({
        code: "malformed_call",
        line: 3,
        message: expect.stringMatching(/^Line 3: The call at \[1\]/),
        path: [1, "message", "content", 0],
      }),
    );
    expect(() => readTranscript(JSON.stringify([line, broken]))).toThrow(expect.objectContaining({ code: "malformed_call", line: null }));
  });

  test("a log that was cut off names its last line", () => {
    expect(() => readTranscript(`${JSON.stringify(line)}\n{"type":"assi`)).toThrow(expect.objectContaining({ code: "not_json", line: 2 }));
  });

  test("a text beyond the limit is not parsed", () => {
    expect(() => readTranscript("[1, 2, 3]", { maxLength: 8 })).toThrow(expect.objectContaining({ code: "too_large" }));
    expect(() => readTranscript("[1, 2, 3]", { maxLength: 9 })).toThrow(expect.objectContaining({ code: "unknown_format" }));
  });

  test.each([undefined, null, 42, {}])("%s is no text", (value) => {
    expect(() => readTranscript(value as unknown as string)).toThrow(expect.objectContaining({ code: "not_json" }));
  });

  test("a depth bomb inside a call is refused", () => {
    const bomb = `{"type":"tool_use","id":"a","name":"add","input":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    expect(() => readTranscript(`[${bomb}]`)).toThrow(expect.objectContaining({ code: "too_deep" }));
  });
});

describe("keys of Object.prototype", () => {
  test("in the file are data and grant nothing", () => {
    const text =
      '[{"__proto__":{"role":"assistant","tool_calls":[{"id":"x","function":{"name":"rm"}}]}},{"role":"tool","tool_call_id":"__proto__","content":"3"}]';
    const { calls, entries } = readTranscript(text);
    expect([calls, entries.map((entry) => entry.kind)]).toEqual([[], ["other", "result"]]);
  });
});
