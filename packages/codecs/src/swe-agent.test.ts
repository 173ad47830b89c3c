import { describe, expect, test } from "vitest";
import { readTranscriptValue } from "./read-transcript.js";
import { type SweAgentInput, sweAgent } from "./swe-agent.js";

const call = (id: string, command: string) => ({
  id,
  type: "function",
  function: { name: "bash", arguments: JSON.stringify({ command }) },
});
const said = (role: string, rest: object) => ({ role, agent: "main", message_type: "action", content: "", ...rest });
const trajectory = (history: readonly object[], state: unknown = { working_dir: "/testbed" }) =>
  ({ history, trajectory: [{ action: "ls", state }] }) as unknown as SweAgentInput;

const log = trajectory([
  said("system", { content: "Be brief." }),
  said("assistant", { tool_calls: [call("c", "ls")] }),
  said("tool", { tool_call_ids: ["c"], content: "a.txt" }),
  said("assistant", { tool_calls: [call("c", "pwd")] }),
  said("tool", { tool_call_ids: ["c"], content: "/testbed" }),
  said("assistant", { tool_calls: null, action: "submit" }),
]);

describe("a trajectory", () => {
  test("is told by its history; the same id in another turn is another call", () => {
    const { format, cwd, turns } = readTranscriptValue(log);
    expect([format, cwd]).toEqual(["swe-agent", "/testbed"]);
    expect(turns.map(({ calls }) => calls.map((each) => [each.arguments, each.recordedResult?.output]))).toEqual([
      [['{"command":"ls"}', "a.txt"]],
      [['{"command":"pwd"}', "/testbed"]],
    ]);
  });

  test.each([
    ["text", '{"working_dir": "/testbed"}', "/testbed"],
    ["broken text", "{", null],
    ["nothing", null, null],
  ])("whose state is %s", (_name, state, cwd) => {
    expect(sweAgent.readTranscript(trajectory(log.history, state)).cwd).toBe(cwd);
  });

  test.each<[string, unknown, string]>([
    ["a call without a name", trajectory([said("assistant", { tool_calls: [{ id: "c" }] })]), "malformed_call"],
    ["one id for two calls of a turn", trajectory([said("assistant", { tool_calls: [call("c", "ls"), call("c", "rm")] })]), "duplicate_id"],
    ["nothing of this format", { messages: [] }, "unknown_format"],
  ])("%s is refused", (_name, input, code) => {
    expect(() => sweAgent.read(input as SweAgentInput)).toThrow(expect.objectContaining({ code }));
  });
});
