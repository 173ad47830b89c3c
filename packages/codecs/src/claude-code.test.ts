import { createActionRequest, createActionResponse } from "@acta/messages";
import { describe, expect, test } from "vitest";
import { answer, failure } from "../test/answer.js";
import { type ClaudeCodeInput, claudeCode } from "./claude-code.js";

const use = (id: string, input: object = {}) => ({ type: "tool_use", id, name: "Bash", input });
const assistant = (id: string | undefined, ...content: readonly object[]) => ({
  type: "assistant",
  message: { id, role: "assistant", content },
});
const result = (id: string, content = "done") => ({
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, is_error: false }] },
});
const turns = (input: ClaudeCodeInput) =>
  claudeCode.readTranscript(input).turns.map((turn) => turn.calls.map((call) => call.correlationId).join("+"));

describe("turns", () => {
  test("lines of one streamed message are one turn, even with results between them", () => {
    expect(turns([assistant("m1", use("a")), result("a"), assistant("m1", use("b")), result("b"), assistant("m2", use("c"))])).toEqual([
      "a+b",
      "c",
    ]);
  });

  test("lines without a message id are turns of their own", () => {
    expect(turns([assistant(undefined, use("a"), use("b")), assistant(undefined, use("c"))])).toEqual(["a+b", "c"]);
  });

  test("what was logged twice is one call", () => {
    const log = [assistant("m1", use("a")), result("a")];
    expect(turns([...log, ...log, assistant("m2", use("a")), assistant("m1", use("a"))])).toEqual(["a"]);
    expect(claudeCode.read([...log, ...log])).toEqual([]);
  });

  test("one id for two different calls is refused", () => {
    expect(() => claudeCode.read([assistant("m1", use("a")), assistant("m2", use("a", { command: "rm" }))])).toThrow(
      expect.objectContaining({ code: "duplicate_id" }),
    );
  });
});

describe("what is beside the conversation", () => {
  test.each([
    ["a sidechain", { ...assistant("m", use("a")), isSidechain: true }],
    ["a meta line", { ...assistant("m", use("a")), isMeta: true }],
    ["a compact summary", { ...assistant("m", use("a")), isCompactSummary: true }],
    ["a summary", { type: "summary", summary: "x" }],
    ["a system line", { type: "system", content: "x" }],
    ["a message without blocks", { type: "user", message: { role: "user", content: "hi" } }],
    ["a message that is none", { type: "assistant", message: "hi" }],
  ])("%s is kept whole and not called", (_name, line) => {
    const transcript = claudeCode.readTranscript({ loglines: [line] });
    expect([transcript.calls, transcript.entries]).toEqual([[], [{ kind: "other", path: ["loglines", 0], raw: line }]]);
  });
});

describe("readTranscript", () => {
  test("takes the first working directory", () => {
    const [first, second] = [
      { type: "system", cwd: "/a" },
      { type: "system", cwd: "/b" },
    ];
    expect(claudeCode.readTranscript([{ type: "system" }, first, second]).cwd).toBe("/a");
    expect(claudeCode.readTranscript([{ type: "system", cwd: 1 } as { type: string }]).cwd).toBeNull();
  });

  test("names the place of a malformed call", () => {
    expect(() => claudeCode.read({ loglines: [assistant("m", { type: "tool_use", id: "a" })] })).toThrow(
      expect.objectContaining({ code: "malformed_call", path: ["loglines", 0, "message", "content", 0] }),
    );
  });
});

describe("write", () => {
  test("one user line for each result", () => {
    const [call] = claudeCode.read([assistant("m", use("a"))]);
    if (call === undefined) throw new Error("one call was written");
    expect(claudeCode.write([answer(call, "done"), answer({ ...call, correlationId: "b" }, null, failure)])).toEqual([
      {
        type: "user",
        uuid: "response-a",
        timestamp: "1970-01-01T00:00:00.000Z",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "done", is_error: false }] },
      },
      {
        type: "user",
        uuid: "response-b",
        timestamp: "1970-01-01T00:00:00.000Z",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: "b", content: "The disk is full.", is_error: true }] },
      },
    ]);
  });

  test("a time that no calendar has is left out", () => {
    const request = createActionRequest({ function: "Bash", arguments: {}, correlationId: "a" });
    expect(claudeCode.write([createActionResponse({ request, output: 1, createdAt: 1e300 })])[0]).not.toHaveProperty("timestamp");
  });
});
