import { describe, expect, test } from "vitest";
import { answer, call as asked, failure } from "../test/answer.js";
import { type McpInput, mcp, readMcpResult, writeMcpResult } from "./mcp.js";
import { correlationIdOf, idOf } from "./mcp-id.js";

const request = (id: unknown, name = "add") => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: { a: 1 } } });
const response = (id: unknown, result: object) => ({ jsonrpc: "2.0", id, result });
const text = (value: string) => ({ content: [{ type: "text", text: value }] });
const hostile = (value: unknown) => value as McpInput;

describe("read", () => {
  test("calls of tools, among other requests and notifications", () => {
    const input = [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 0, method: "tools/list" },
      request(1),
      request("1"),
    ];
    expect(mcp.read(input)).toEqual([
      { function: "add", arguments: { a: 1 }, correlationId: "1" },
      { function: "add", arguments: { a: 1 }, correlationId: '"1"' },
    ]);
  });

  test("leaves out what was answered, with a result or with an error", () => {
    const { calls } = mcp.readTranscript(
      hostile([
        request(1),
        request("1"),
        response("1", text("three")),
        { jsonrpc: "2.0", id: 1, error: { code: -32602, message: "Unknown tool" } },
      ]),
    );
    expect(calls.map(({ recordedResult }) => recordedResult)).toEqual([
      { output: "Unknown tool", isError: true },
      { output: "three", isError: false },
    ]);
  });

  test("what answers a request of the other side is no result", () => {
    const sampled = { role: "assistant", content: [{ type: "text", text: "hi" }], model: "m" };
    expect(mcp.read(hostile([request(1), response(1, { roots: [] }), response(1, sampled)]))).toHaveLength(1);
  });

  test.each<[string, unknown, string]>([
    ["no name", { jsonrpc: "2.0", id: 1, method: "tools/call", params: {} }, "malformed_call"],
    ["no parameters", { jsonrpc: "2.0", id: 1, method: "tools/call" }, "malformed_call"],
    ["one id for two calls", [request(1), request(1, "rm")], "duplicate_id"],
    ["nothing of this format", [{ method: "tools/call" }], "unknown_format"],
  ])("refuses %s", (_name, input, code) => {
    expect(() => mcp.read(hostile(input))).toThrow(expect.objectContaining({ code }));
  });
});

describe("write", () => {
  test("text always, structured content where there is an object, and whether it is an error", () => {
    expect(
      mcp.write([answer({ ...asked, correlationId: "1" }, { sum: 3 }), answer({ ...asked, correlationId: '"1"' }, null, failure)]),
    ).toEqual([
      { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: '{"sum":3}' }], structuredContent: { sum: 3 }, isError: false } },
      { jsonrpc: "2.0", id: "1", result: { content: [{ type: "text", text: "The disk is full." }], isError: true } },
    ]);
  });

  test("a result alone, and read again", () => {
    for (const output of [{ sum: 3 }, "text", ""]) {
      expect(readMcpResult(writeMcpResult(answer(asked, output)))).toEqual({ output, isError: false });
    }
    expect(readMcpResult(writeMcpResult(answer(asked, null, failure)))).toEqual({ output: "The disk is full.", isError: true });
    expect(writeMcpResult(answer(asked, { long: "x".repeat(50) }), { maxOutputLength: 10 })).not.toHaveProperty("structuredContent");
  });

  test("content of several parts is kept as it is", () => {
    const content = [
      { type: "text", text: "a" },
      { type: "image", data: "", mimeType: "image/png" },
    ];
    expect(readMcpResult({ content })).toEqual({ output: content, isError: false });
    expect(readMcpResult(null)).toEqual({ output: null, isError: false });
    expect(() => readMcpResult(undefined)).toThrow(expect.objectContaining({ code: "not_json" }));
  });
});

test.each([0, 1, -1, 1.5, 1e21, "", "1", "01", '"', '"1"', "call_1", "1e21", "NaN", "Infinity", "null"])(
  "the id %j comes back as it was",
  (id) => {
    const correlationId = correlationIdOf(id);
    if (id === "") return expect(correlationId).toBe("");
    expect(idOf(correlationId ?? "missing")).toBe(id);
  },
);
