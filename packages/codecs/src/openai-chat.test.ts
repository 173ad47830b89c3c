import { describe, expect, test } from "vitest";
import { answer, denial, failure } from "../test/answer.js";
import type { OpenAIToolCall } from "./chat-messages.js";
import { type OpenAIChatInput, openaiChat } from "./openai-chat.js";

const toolCall = (id: string, name = "add", given = "{}"): OpenAIToolCall => ({
  id,
  type: "function",
  function: { name, arguments: given },
});
const calls = [toolCall("call_1", "add", '{"a":1}'), toolCall("call_2", "read", "not json {")];
const envelopes = [
  { function: "add", arguments: '{"a":1}', correlationId: "call_1" },
  { function: "read", arguments: "not json {", correlationId: "call_2" },
];
const hostile = (value: unknown) => value as OpenAIChatInput;

describe("read", () => {
  const message = { role: "assistant", content: null, tool_calls: calls };
  test.each<[string, OpenAIChatInput]>([
    ["a list of calls", calls],
    ["a message", message],
    ["a message without a role", { tool_calls: calls }],
    ["a completion", { choices: [{ message }, { message: { role: "assistant", tool_calls: [toolCall("other")] } }] }],
    ["a conversation", [{ role: "user" }, message]],
    ["a request", { messages: [{ role: "user" }, message] }],
  ])("takes %s, and leaves the arguments as they are", (_name, input) => {
    expect(openaiChat.read(input)).toEqual(envelopes);
  });

  test("leaves out what the conversation answers", () => {
    expect(openaiChat.read(hostile([message, { role: "tool", tool_call_id: "call_1", content: "3" }]))).toEqual([envelopes[1]]);
  });

  test("gives nothing where nothing is called", () => {
    expect([openaiChat.read([]), openaiChat.read({ role: "assistant" }), openaiChat.read({ role: "assistant", tool_calls: null })]).toEqual(
      [[], [], []],
    );
  });

  test("the free text of a custom tool becomes its input", () => {
    expect(openaiChat.read([{ id: "c", type: "custom", custom: { name: "sql", input: "SELECT 1" } }])).toEqual([
      { function: "sql", arguments: { input: "SELECT 1" }, correlationId: "c" },
    ]);
  });

  test("takes the older function_call, which has no id", () => {
    expect(openaiChat.read(hostile({ role: "assistant", function_call: { name: "add", arguments: "{}" } }))).toEqual([
      { function: "add", arguments: "{}", correlationId: null },
    ]);
  });

  test("takes arguments that a server gave as an object, or not at all", () => {
    const given = (value: unknown) => openaiChat.read(hostile([{ id: "c", function: { name: "add", arguments: value } }]))[0]?.arguments;
    expect([given({ a: 1 }), given(null), given(undefined)]).toEqual([{ a: 1 }, null, null]);
  });

  test("the same call streamed twice is one call", () => {
    expect(openaiChat.read([toolCall("c"), toolCall("c")])).toHaveLength(1);
  });

  test("a user cannot call", () => {
    expect(openaiChat.read({ role: "user", tool_calls: calls })).toEqual([]);
  });

  test.each<[string, unknown, string, string]>([
    ["no name", [{ id: "c", function: { arguments: "{}" } }], "malformed_call", "The call at [0] has no name"],
    [
      "a name that is no text",
      { role: "assistant", tool_calls: [toolCall("a"), { id: "c", function: { name: 1 } }] },
      "malformed_call",
      "tool_calls[1]",
    ],
    ["no function", [{ id: "c", type: "function", function: null }], "malformed_call", "[0]"],
    [
      "no id",
      { choices: [{ message: { role: "assistant", tool_calls: [{ function: { name: "add" } }] } }] },
      "malformed_call",
      "choices[0].message.tool_calls[0]",
    ],
    ["an empty id", [toolCall("")], "malformed_call", "no id"],
    ["a call that is no object", { role: "assistant", tool_calls: [null] }, "malformed_call", "tool_calls[0]"],
    ["calls that are no list", { role: "assistant", tool_calls: { 0: toolCall("a") } }, "malformed_call", "not in a list"],
    ["a custom call without text", [{ id: "c", type: "custom", custom: { name: "sql", input: 1 } }], "malformed_call", "no input text"],
    ["an older call without a name", { role: "assistant", function_call: {} }, "malformed_call", "function_call"],
    ["one id for two calls", [toolCall("c", "add"), toolCall("c", "rm")], "duplicate_id", '"c"'],
    ["nothing of this format", { candidates: [] }, "unknown_format", "openai-chat"],
    ["a number", 42, "unknown_format", "openai-chat"],
    ["a list of numbers", [42], "unknown_format", "openai-chat"],
    ["undefined", undefined, "not_json", "undefined"],
  ])("refuses %s", (_name, input, code, text) => {
    expect(() => openaiChat.read(hostile(input))).toThrow(expect.objectContaining({ code, message: expect.stringContaining(text) }));
  });

  test("a name from Object.prototype is a name", () => {
    expect(openaiChat.read([toolCall("c", "__proto__"), toolCall("d", "constructor")]).map((call) => call.function)).toEqual([
      "__proto__",
      "constructor",
    ]);
  });
});

describe("readTranscript", () => {
  const conversation = hostile([
    { role: "user", content: "hi" },
    { role: "assistant", content: "let me", tool_calls: calls },
    { role: "tool", tool_call_id: "call_2", content: "text" },
    { role: "tool", content: "lost" },
    { role: "assistant", function_call: { name: "old", arguments: "{}" } },
    { role: "function", name: "old", content: "done" },
    42,
  ]);

  test("a turn is one assistant message; results are paired, with and without ids", () => {
    const { turns } = openaiChat.readTranscript(conversation);
    expect(turns.map((turn) => turn.calls.map((call) => [call.function, call.recordedResult?.output]))).toEqual([
      [
        ["add", undefined],
        ["read", "text"],
      ],
      [["old", "done"]],
    ]);
  });

  test("keeps the rest, with its places", () => {
    const { entries } = openaiChat.readTranscript(conversation);
    expect(entries.filter((entry) => entry.kind === "other")).toEqual([
      { kind: "other", path: [0], raw: { role: "user", content: "hi" } },
      { kind: "other", path: [1], raw: { role: "assistant", content: "let me" } },
      { kind: "other", path: [3], raw: { role: "tool", content: "lost" } },
      { kind: "other", path: [4], raw: { role: "assistant" } },
      { kind: "other", path: [6], raw: 42 },
    ]);
  });

  test("other choices are kept and not called", () => {
    const choice = { message: { role: "assistant", tool_calls: calls } };
    const { entries } = openaiChat.readTranscript({ choices: [choice, choice] });
    expect(entries.at(-1)).toEqual({ kind: "other", path: ["choices", 1], raw: choice });
  });
});

describe("write", () => {
  test("one tool message for each call, in order", () => {
    const [first, second] = openaiChat.read(calls);
    if (first === undefined || second === undefined) throw new Error("two calls were written");
    const written = openaiChat.write([answer(first, { sum: 3 }), answer(second, null, failure)]);
    expect(written).toEqual([
      { role: "tool", tool_call_id: "call_1", content: '{"sum":3}' },
      { role: "tool", tool_call_id: "call_2", content: "The disk is full." },
    ]);
    expect(openaiChat.write([answer(first, { error: "denied by governance gate", function: "add" }, denial)])).toEqual([
      { role: "tool", tool_call_id: "call_1", content: '{"error":"denied by governance gate","function":"add"}' },
    ]);
  });

  test("a function message for a call without an id", () => {
    expect(openaiChat.write([answer({ function: "old", arguments: "{}", correlationId: null }, 1)])).toEqual([
      { role: "function", name: "old", content: "1" },
    ]);
  });
});
