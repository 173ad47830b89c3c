import { describe, expect, test } from "vitest";
import { answer } from "../test/answer.js";
import { type OpenAIResponsesInput, openaiResponses } from "./openai-responses.js";

const call = (id: string, name = "add") => ({ type: "function_call", call_id: id, id: `fc_${id}`, name, arguments: "{}" });
const result = (id: string) => ({ type: "function_call_output", call_id: id, output: "3" });
const hostile = (value: unknown) => value as OpenAIResponsesInput;

describe("read", () => {
  test.each<[string, OpenAIResponsesInput]>([
    ["a response", { output: [{ type: "reasoning" }, call("a"), call("b", "read")] }],
    ["its items", [call("a"), call("b", "read")]],
    ["a request", { input: [{ role: "user", content: "hi" }, call("a"), call("b", "read")] } as OpenAIResponsesInput],
  ])("takes %s, by call_id", (_name, input) => {
    expect(openaiResponses.read(input)).toEqual([
      { function: "add", arguments: "{}", correlationId: "a" },
      { function: "read", arguments: "{}", correlationId: "b" },
    ]);
  });

  test("takes one item", () => {
    expect(openaiResponses.read(call("a"))).toHaveLength(1);
  });

  test("leaves out what the provider ran in its own shell", () => {
    const shell = { type: "shell_call", call_id: "s", action: { commands: ["ls"] } };
    const ran = { type: "shell_call_output", call_id: "s", output: [] };
    expect(openaiResponses.read({ output: [shell] })).toEqual([{ function: "shell", arguments: { commands: ["ls"] }, correlationId: "s" }]);
    expect(openaiResponses.read(hostile({ output: [shell, ran] }))).toEqual([]);
  });

  test("other calls of the provider are none of ours", () => {
    const output = [
      { type: "web_search_call", id: "ws" },
      { type: "code_interpreter_call", id: "ci" },
      { type: "mcp_call", id: "m", name: "x" },
    ];
    expect(openaiResponses.read({ output })).toEqual([]);
    expect(openaiResponses.readTranscript({ output }).entries.map((entry) => entry.raw)).toEqual(output);
  });

  test.each<[string, unknown, string, string]>([
    ["no name", { output: [{ ...call("a"), name: undefined }] }, "malformed_call", "output[0] has no name"],
    ["no id", [{ ...call("a"), call_id: null }], "malformed_call", "no id"],
    ["a custom call without text", [{ type: "custom_tool_call", call_id: "a", name: "sql" }], "malformed_call", "no input text"],
    ["a shell call without an action", [{ type: "shell_call", call_id: "a" }], "malformed_call", "no action"],
    ["one id for two calls", [call("a"), call("a", "rm")], "duplicate_id", '"a"'],
    ["nothing of this format", { output: { message: {} } }, "unknown_format", "openai-responses"],
  ])("refuses %s", (_name, input, code, text) => {
    expect(() => openaiResponses.read(hostile(input))).toThrow(expect.objectContaining({ code, message: expect.stringContaining(text) }));
  });
});

describe("readTranscript", () => {
  test("a turn ends where something is answered or the user speaks", () => {
    const { turns, calls } = openaiResponses.readTranscript([
      call("a"),
      { type: "reasoning" },
      call("b"),
      result("b"),
      result("a"),
      call("c"),
      { type: "message", role: "user" } as { type: string },
      call("d"),
      { type: "function_call_output" },
    ]);
    expect(turns.map((turn) => turn.calls.map((entry) => entry.correlationId))).toEqual([["a", "b"], ["c"], ["d"]]);
    expect(calls.map((entry) => entry.recordedResult?.output)).toEqual(["3", "3", undefined, undefined]);
  });
});

describe("write", () => {
  test("one output item for each call, in order", () => {
    const written = openaiResponses.write(openaiResponses.read([call("b"), call("a")]).map((asked) => answer(asked, "3")));
    expect(written).toEqual([result("b"), result("a")]);
  });
});
