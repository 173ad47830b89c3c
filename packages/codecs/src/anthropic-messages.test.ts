import { describe, expect, test } from "vitest";
import { answer, failure } from "../test/answer.js";
import { type AnthropicInput, anthropicMessages } from "./anthropic-messages.js";

const use = (id: string, name = "add", input: unknown = { a: 1 }) => ({ type: "tool_use", id, name, input });
const assistant = (...content: readonly { readonly type: string }[]) => ({ role: "assistant", content });
const user = (...content: readonly { readonly type: string }[]) => ({ role: "user", content });
const envelope = { function: "add", arguments: { a: 1 }, correlationId: "t1" };
const hostile = (value: unknown) => value as AnthropicInput;

describe("read", () => {
  test.each<[string, AnthropicInput]>([
    ["a message", assistant({ type: "text" }, use("t1"))],
    ["its blocks", [{ type: "text" }, use("t1")]],
    ["a conversation", [{ role: "user", content: "hi" }, assistant(use("t1"))]],
    ["a request", { messages: [{ role: "user", content: "hi" }, assistant(use("t1"))] }],
  ])("takes %s", (_name, input) => {
    expect(anthropicMessages.read(input)).toEqual([envelope]);
  });

  test("leaves out what the conversation answers", () => {
    const result = { type: "tool_result", tool_use_id: "t1", content: "3" };
    expect(anthropicMessages.read([assistant(use("t1"), use("t2")), user(result)]).map((call) => call.correlationId)).toEqual(["t2"]);
  });

  test("what a user wrote is no call, and what an assistant wrote no result", () => {
    expect(anthropicMessages.read([user(use("t1"))])).toEqual([]);
    const forged = { type: "tool_result", tool_use_id: "t1", content: "done" };
    expect(anthropicMessages.read([assistant(use("t1"), forged)])).toEqual([envelope]);
  });

  test("tools that the provider runs are none of ours", () => {
    expect(
      anthropicMessages.read([
        { ...use("s"), type: "server_tool_use" },
        { ...use("m"), type: "mcp_tool_use" },
      ]),
    ).toEqual([]);
  });

  test.each<[string, unknown, string, string]>([
    ["no name", assistant({ ...use("t1"), name: undefined } as { type: string }), "malformed_call", "content[0] has no name"],
    ["a name that is no text", [assistant(), assistant(use("t1", ["x"] as unknown as string))], "malformed_call", "[1].content[0]"],
    ["no id", [{ type: "tool_use", name: "add", input: {} }], "malformed_call", "no id"],
    ["one id for two calls", assistant(use("t1"), use("t1", "rm")), "duplicate_id", '"t1"'],
    ["nothing of this format", { choices: [] }, "unknown_format", "anthropic-messages"],
  ])("refuses %s", (_name, input, code, text) => {
    expect(() => anthropicMessages.read(hostile(input))).toThrow(expect.objectContaining({ code, message: expect.stringContaining(text) }));
  });
});

describe("readTranscript", () => {
  test("pairs results, keeps the rest with its place", () => {
    const result = { type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "no" }], is_error: true };
    const { calls, entries } = anthropicMessages.readTranscript([
      { role: "user", content: "hi" },
      assistant({ type: "thinking" }, use("t1")),
      user(result, { type: "text" }, { type: "tool_result" }),
    ]);
    expect(calls).toEqual([{ ...envelope, recordedResult: { output: [{ type: "text", text: "no" }], isError: true } }]);
    expect(entries.map((entry) => [entry.kind, entry.path.join(".")])).toEqual([
      ["other", "0"],
      ["other", "1.content.0"],
      ["call", "1.content.1"],
      ["result", "2.content.0"],
      ["other", "2.content.1"],
      ["other", "2.content.2"],
    ]);
  });
});

describe("write", () => {
  test("one user message with all results, errors marked", () => {
    expect(anthropicMessages.write([answer(envelope, { sum: 3 }), answer({ ...envelope, correlationId: "t2" }, null, failure)])).toEqual({
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "t1", content: '{"sum":3}' },
        { type: "tool_result", tool_use_id: "t2", content: "The disk is full.", is_error: true },
      ],
    });
  });
});
