import { describe, expect, test } from "vitest";
import { answer, call as asked, failure } from "../test/answer.js";
import { type CohereChatInput, cohereChat } from "./cohere-chat.js";

const toolCall = { id: "add_1", type: "function", function: { name: "add", arguments: '{"a": 1}' } };
const message = { role: "assistant", tool_plan: "I will add.", tool_calls: [toolCall] };
const result = { role: "tool", tool_call_id: "add_1", content: [{ type: "document", document: { data: "3" } }] };

describe("read", () => {
  test.each<[string, CohereChatInput]>([
    ["a response", { id: "x", finish_reason: "TOOL_CALL", message } as CohereChatInput],
    ["a message", message],
    ["its calls", [toolCall]],
    ["a conversation", [{ role: "user" }, message]],
    ["a request", { messages: [{ role: "user" }, message] }],
  ])("takes %s", (_name, input) => {
    expect(cohereChat.read(input)).toEqual([{ function: "add", arguments: '{"a": 1}', correlationId: "add_1" }]);
  });

  test("pairs a result by its id", () => {
    expect(cohereChat.readTranscript([message, result]).calls[0]?.recordedResult).toEqual({ output: result.content, isError: null });
  });

  test.each<[string, unknown, string]>([
    ["no name", { message: { role: "assistant", tool_calls: [{ id: "a", function: {} }] }, finish_reason: "TOOL_CALL" }, "malformed_call"],
    ["no id", [{ function: { name: "add" } }], "malformed_call"],
    ["nothing of this format", { candidates: [] }, "unknown_format"],
  ])("refuses %s, and names the place", (_name, input, code) => {
    expect(() => cohereChat.read(input as CohereChatInput)).toThrow(expect.objectContaining({ code }));
  });
});

describe("write", () => {
  test("a result is one document", () => {
    expect(cohereChat.write([answer({ ...asked, correlationId: "add_1" }, { sum: 3 }), answer(asked, null, failure)])).toEqual([
      { role: "tool", tool_call_id: "add_1", content: [{ type: "document", document: { data: '{"sum":3}' } }] },
      { role: "tool", tool_call_id: "call_1", content: [{ type: "document", document: { data: "The disk is full." } }] },
    ]);
  });
});
