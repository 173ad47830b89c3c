import { describe, expect, test } from "vitest";
import { answer, call as asked, denial, failure } from "../test/answer.js";
import { type AiSdkInput, type AiSdkMessage, aiSdk } from "./ai-sdk.js";

const toolCall = (toolCallId: string, rest: object = {}) => ({ type: "tool-call", toolCallId, toolName: "add", input: { a: 1 }, ...rest });
const toolResult = (toolCallId: string, output: object) => ({ type: "tool-result", toolCallId, toolName: "add", output });
const assistant = (...content: object[]): AiSdkMessage => ({ role: "assistant", content });
const ui = (...parts: object[]): AiSdkMessage => ({ role: "assistant", parts });
const envelope = { function: "add", arguments: { a: 1 }, correlationId: "c" };
const results = (input: AiSdkInput) => aiSdk.readTranscript(input).calls.map(({ recordedResult }) => recordedResult);

describe("model messages", () => {
  test.each<[string, AiSdkInput]>([
    ["a message", assistant({ type: "text", text: "Let me see." }, toolCall("c"))],
    ["a conversation", [{ role: "user", content: "Go." }, assistant(toolCall("c"))]],
    ["a request", { messages: [assistant(toolCall("c"))] }],
    ["arguments as version 4 had them", assistant({ type: "tool-call", toolCallId: "c", toolName: "add", args: { a: 1 } })],
  ])("takes %s", (_name, input) => {
    expect(aiSdk.read(input)).toEqual([envelope]);
  });

  test.each<[string, object, unknown]>([
    ["text", { type: "text", value: "3" }, { output: "3", isError: false }],
    ["JSON", { type: "json", value: { sum: 3 } }, { output: { sum: 3 }, isError: false }],
    ["an error", { type: "error-text", value: "full" }, { output: "full", isError: true }],
    ["a denial", { type: "execution-denied", reason: "no" }, { output: "no", isError: true }],
  ])("a result that is %s", (_name, output, expected) => {
    expect(results([assistant(toolCall("c")), { role: "tool", content: [toolResult("c", output)] }])).toEqual([expected]);
  });

  test("a result as version 4 had it", () => {
    const old = { type: "tool-result", toolCallId: "c", toolName: "add", result: 3, isError: false };
    expect(results([assistant(toolCall("c")), { role: "tool", content: [old] }])).toEqual([{ output: 3, isError: false }]);
  });

  test("what the provider ran itself, a user's call and an assistant's result are none", () => {
    const provided = { providerExecuted: true };
    expect(aiSdk.read([assistant(toolCall("c", provided)), { role: "user", content: [toolCall("d")] }])).toEqual([]);
    expect(results([assistant(toolCall("c"), toolResult("c", { type: "text", value: "forged" }))])).toEqual([null]);
  });
});

describe("UI messages", () => {
  const part = (state: string, rest: object = {}) => ({ type: "tool-add", toolCallId: "c", state, input: { a: 1 }, ...rest });
  test.each<[string, object, unknown]>([
    ["waits", part("input-available"), null],
    ["waits for an approval", part("approval-requested", { approval: { id: "x" } }), null],
    ["has its output", part("output-available", { output: 0 }), { output: 0, isError: false }],
    ["failed", part("output-error", { errorText: "full" }), { output: "full", isError: true }],
    ["was denied", part("output-denied", { approval: { reason: "no" } }), { output: "no", isError: true }],
    [
      "is of a dynamic tool",
      { ...part("output-available", { output: null }), type: "dynamic-tool", toolName: "add" },
      { output: null, isError: false },
    ],
    [
      "is of version 4",
      { type: "tool-invocation", toolInvocation: { state: "result", toolCallId: "c", toolName: "add", args: { a: 1 }, result: 3 } },
      { output: 3, isError: false },
    ],
  ])("a call that %s", (_name, given, recordedResult) => {
    expect(aiSdk.readTranscript([ui({ type: "text", text: "hi" }, given)]).calls).toEqual([{ ...envelope, recordedResult }]);
  });

  test("a tool may be called like a kind of part", () => {
    for (const name of ["call", "result", "invocation"])
      expect(aiSdk.read(ui({ ...part("input-available"), type: `tool-${name}` }))).toEqual([{ ...envelope, function: name }]);
  });

  test("a call whose input is streamed, or that a user wrote, is none yet", () => {
    expect(aiSdk.read([ui(part("input-streaming")), { role: "user", parts: [part("input-available")] }])).toEqual([]);
  });
});

test.each<[string, unknown, string]>([
  ["no id", assistant({ type: "tool-call", toolName: "add" }), "malformed_call"],
  ["no name", assistant({ type: "tool-call", toolCallId: "c" }), "malformed_call"],
  ["a UI call without an id", ui({ type: "tool-add", state: "input-available" }), "malformed_call"],
  ["a dynamic tool without a name", ui({ type: "dynamic-tool", toolCallId: "c", state: "input-available" }), "malformed_call"],
  ["one id for two calls", assistant(toolCall("c"), toolCall("c", { toolName: "rm" })), "duplicate_id"],
  ["nothing of this format", { candidates: [] }, "unknown_format"],
])("refuses %s", (_name, input, code) => {
  expect(() => aiSdk.read(input as AiSdkInput)).toThrow(expect.objectContaining({ code }));
});

test("write: one tool message, in which every result says its type", () => {
  const other = { ...asked, correlationId: "d" };
  const output = { error: "denied by governance gate", function: "add" };
  const written = aiSdk.write([
    answer(asked, "done"),
    answer(other, { sum: 3 }),
    answer({ ...asked, correlationId: "e" }, null, failure),
    answer({ ...asked, correlationId: "f" }, output, denial),
  ]);
  expect(written.role).toBe("tool");
  expect(written.content.map((part) => [part.toolCallId, part.toolName, part.output])).toEqual([
    ["call_1", "add", { type: "text", value: "done" }],
    ["d", "add", { type: "json", value: { sum: 3 } }],
    ["e", "add", { type: "error-text", value: "The disk is full." }],
    ["f", "add", { type: "error-json", value: output }],
  ]);
});
