import { describe, expect, test } from "vitest";
import { answer, call as asked, failure } from "../test/answer.js";
import { type BedrockInput, bedrockConverse as bedrock } from "./bedrock-converse.js";

const use = (toolUseId: string, name = "add") => ({ toolUse: { toolUseId, name, input: { a: 1 } } });
const result = (toolUseId: string, status?: string) => ({ toolResult: { toolUseId, content: [{ text: "3" }], ...(status && { status }) } });
const message = (role: string, ...content: object[]) => ({ role, content });
const hostile = (value: unknown) => value as BedrockInput;

describe("read", () => {
  const calling = message("assistant", { text: "Let me see." }, use("t1"));
  test.each<[string, BedrockInput]>([
    ["a response", { output: { message: calling } }],
    ["a message", calling],
    ["a conversation", [message("user", { text: "Go." }), calling]],
    ["a request", { messages: [message("user", { text: "Go." }), calling] }],
  ])("takes %s", (_name, input) => {
    expect(bedrock.read(input)).toEqual([{ function: "add", arguments: { a: 1 }, correlationId: "t1" }]);
  });

  test("leaves out what the conversation answers, and what a user writes as a call", () => {
    expect(bedrock.read([message("assistant", use("t1")), message("user", result("t1"), use("t2"))])).toEqual([]);
  });

  test("a result says whether it is an error, or does not", () => {
    const { calls } = bedrock.readTranscript([
      message("assistant", use("a"), use("b"), use("c")),
      message("user", result("c"), result("b", "success"), result("a", "error")),
    ]);
    expect(calls.map(({ recordedResult }) => recordedResult)).toEqual(
      [true, false, null].map((isError) => ({ output: [{ text: "3" }], isError })),
    );
  });

  test.each<[string, unknown, string]>([
    ["no id", message("assistant", { toolUse: { name: "add" } }), "malformed_call"],
    ["no name", message("assistant", { toolUse: { toolUseId: "t" } }), "malformed_call"],
    ["a call that is no object", message("assistant", { toolUse: 1 }), "malformed_call"],
    ["one id for two calls", message("assistant", use("t"), use("t", "rm")), "duplicate_id"],
    ["nothing of this format", { output: { text: "" } }, "unknown_format"],
  ])("refuses %s", (_name, input, code) => {
    expect(() => bedrock.read(hostile(input))).toThrow(expect.objectContaining({ code }));
  });
});

describe("write", () => {
  test.each([
    ["text as text", "done", { text: "done" }],
    ["an object as JSON", { sum: 3 }, { json: { sum: 3 } }],
    ["what is no object as text", [1, 2], { text: "[1,2]" }],
    ["zero", 0, { text: "0" }],
    ["blank text, which is refused, as an object", "", { json: { output: "" } }],
  ])("%s", (_name, output, content) => {
    expect(bedrock.write([answer(asked, output)])).toEqual({
      role: "user",
      content: [{ toolResult: { toolUseId: "call_1", content: [content], status: "success" } }],
    });
  });

  test("a failure has the status", () => {
    expect(bedrock.write([answer(asked, null, failure)]).content[0]?.toolResult).toEqual({
      toolUseId: "call_1",
      content: [{ text: "The disk is full." }],
      status: "error",
    });
  });

  test("refuses a response without an id", () => {
    expect(() => bedrock.write([answer({ ...asked, correlationId: null }, 1)])).toThrow(expect.objectContaining({ code: "missing_id" }));
  });

  test("a tool without a description says nothing, rather than blank text", () => {
    expect(bedrock.writeTools([{ name: "add" }]).tools).toEqual([{ toolSpec: { name: "add", inputSchema: { json: { type: "object" } } } }]);
  });
});
