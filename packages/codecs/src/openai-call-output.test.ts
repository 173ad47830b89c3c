import type { ActionError, Json } from "@acta/messages";
import { describe, expect, test } from "vitest";
import { answer, failure } from "../test/answer.js";
import { identified, toAnswers } from "./answers.js";
import { callOutput } from "./openai-call-output.js";

const output = (name: string, given: Json, value: Json, error: ActionError | null = null) =>
  identified(toAnswers([answer({ function: name, arguments: given, correlationId: "c" }, value, error)], {})).map(callOutput)[0];

describe("callOutput", () => {
  test.each<[string, string, Json, string]>([
    ["arguments as text are those of a function", "add", '{"input":"x"}', "function_call_output"],
    ["one input text is that of a custom tool", "sql", { input: "SELECT 1" }, "custom_tool_call_output"],
    ["a function of the host that is named shell", "shell", '{"commands":["ls"]}', "function_call_output"],
    ["a custom tool that is named shell", "shell", { input: "ls" }, "custom_tool_call_output"],
    ["more than an input", "sql", { input: "x", mode: "y" }, "function_call_output"],
    ["no arguments", "add", null, "function_call_output"],
  ])("%s", (_name, name, given, type) => {
    expect(output(name, given, "done")).toEqual({ type, call_id: "c", output: "done" });
  });

  const shell = { commands: ["ls"], max_output_length: 100, timeout_ms: null };

  test("what a shell printed is one chunk, and the limit that was asked for goes back", () => {
    expect(output("shell", shell, "a.txt")).toEqual({
      type: "shell_call_output",
      call_id: "c",
      output: [{ stdout: "a.txt", stderr: "", outcome: { type: "exit", exit_code: 0 } }],
      max_output_length: 100,
    });
    expect(output("shell", { commands: ["ls"], max_output_length: null }, "")).not.toHaveProperty("max_output_length");
  });

  test("a tool may give the chunks itself", () => {
    const chunks = [
      { stdout: "a", stderr: "", outcome: { type: "exit", exit_code: 0 } },
      { stdout: "", stderr: "b", outcome: { type: "timeout" } },
    ];
    expect(output("shell", shell, chunks)).toMatchObject({ output: chunks });
    expect(output("shell", shell, [{ stdout: "a" }])).toMatchObject({ output: [{ stdout: '[{"stdout":"a"}]' }] });
  });

  test("a failure is on stderr, a lateness is a timeout", () => {
    expect(output("shell", shell, null, failure)).toMatchObject({
      output: [{ stdout: "", stderr: "The disk is full.", outcome: { type: "exit", exit_code: 1 } }],
    });
    expect(output("shell", shell, null, { code: "timed_out", message: "Too late." })).toMatchObject({
      output: [{ stderr: "Too late.", outcome: { type: "timeout" } }],
    });
  });
});
