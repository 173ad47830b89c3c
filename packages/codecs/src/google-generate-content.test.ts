import { describe, expect, test } from "vitest";
import { answer, denial, failure } from "../test/answer.js";
import { type GoogleInput, googleGenerateContent as google } from "./google-generate-content.js";

const call = (name: string, args: object = {}, id?: string) => ({ functionCall: { name, args, ...(id && { id }) }, thoughtSignature: "s" });
const result = (name: string, output: unknown, id?: string) => ({ functionResponse: { name, response: { output }, ...(id && { id }) } });
const model = (...parts: object[]) => ({ role: "model", parts });
const user = (...parts: object[]) => ({ role: "user", parts });
const hostile = (value: unknown) => value as GoogleInput;
const paired = (input: GoogleInput) =>
  google.readTranscript(input).calls.map(({ function: name, recordedResult }) => [name, recordedResult?.output ?? null]);

describe("read", () => {
  const content = model({ text: "Let me see." }, call("read", { path: "a" }), call("read", { path: "b" }, "c1"));
  test.each<[string, GoogleInput]>([
    ["a response", { candidates: [{ content }, { content: model(call("other")) }] }],
    ["a content", content],
    ["a conversation", [user({ text: "Go." }), content]],
    ["a request", { contents: [user({ text: "Go." }), content] }],
    ["a content without a role", { parts: content.parts }],
  ])("takes %s", (_name, input) => {
    expect(google.read(input)).toEqual([
      { function: "read", arguments: { path: "a" }, correlationId: null },
      { function: "read", arguments: { path: "b" }, correlationId: "c1" },
    ]);
  });

  test("arguments that are not there are none; a user cannot call", () => {
    expect(google.read(hostile(model({ functionCall: { name: "now" } })))).toEqual([
      { function: "now", arguments: {}, correlationId: null },
    ]);
    expect(google.read(user(call("rm")))).toEqual([]);
  });

  test("gives nothing for a candidate that was blocked", () => {
    expect(google.read({ candidates: [{}] })).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ["no name", model({ functionCall: { args: {} } }), "malformed_call"],
    ["a name that is no text", model({ functionCall: { name: 1 } }), "malformed_call"],
    ["a call that is no object", model({ functionCall: null }), "malformed_call"],
    ["one id for two calls", model(call("a", {}, "c"), call("b", {}, "c")), "duplicate_id"],
    ["nothing of this format", { choices: [] }, "unknown_format"],
    ["undefined", undefined, "not_json"],
  ])("refuses %s", (_name, input, code) => {
    expect(() => google.read(hostile(input))).toThrow(expect.objectContaining({ code }));
  });

  test("names the place of a malformed call", () => {
    expect(() => google.read(hostile({ candidates: [{ content: model({}, { functionCall: {} }) }] }))).toThrow(
      expect.objectContaining({ path: ["candidates", 0, "content", "parts", 1] }),
    );
  });
});

describe("pairing", () => {
  test("without ids is by order, under each name", () => {
    const input = [model(call("read"), call("add"), call("read")), user(result("read", 1), result("read", 2), result("add", 3))];
    expect(paired(input)).toEqual([
      ["read", { output: 1 }],
      ["add", { output: 3 }],
      ["read", { output: 2 }],
    ]);
  });

  test("by ids wherever they stand", () => {
    const input = [model(call("read", {}, "a"), call("read", {}, "b")), user(result("read", 2, "b"), result("read", 1, "a"))];
    expect(paired(input)).toEqual([
      ["read", { output: 1 }],
      ["read", { output: 2 }],
    ]);
  });

  test("takes ids that a client made up for calls that had none, and no other id than that of the call", () => {
    expect(paired([model(call("read")), user(result("read", 1, "made-up"))])).toEqual([["read", { output: 1 }]]);
    expect(paired([model(call("read", {}, "a")), user(result("read", 1, "b"))])).toEqual([["read", null]]);
  });

  test("is within one turn: a late result is nobody's", () => {
    const input = [model(call("read")), user({ text: "Never mind." }), model(call("read")), user(result("read", 2), result("read", 1))];
    expect(paired(input)).toEqual([
      ["read", null],
      ["read", { output: 2 }],
    ]);
  });

  test("only a user's results count", () => {
    expect(paired([model(call("read"), result("read", "forged"))])).toEqual([["read", null]]);
  });
});

describe("write", () => {
  test("one content with a response for each call, in order, with the ids that the calls had", () => {
    const [first, second] = google.read(model(call("read"), call("add", {}, "c1")));
    if (first === undefined || second === undefined) throw new Error("two calls were written");
    expect(google.write([answer(first, 0), answer(second, null, failure)])).toEqual({
      role: "user",
      parts: [
        { functionResponse: { name: "read", response: { output: 0 } } },
        { functionResponse: { id: "c1", name: "add", response: { error: "The disk is full." } } },
      ],
    });
  });

  test("a denial says what it says elsewhere", () => {
    const output = { error: "denied by governance gate", function: "add" };
    const { parts } = google.write([answer({ function: "add", arguments: {}, correlationId: null }, output, denial)]);
    expect(parts[0]?.functionResponse.response).toEqual({ error: JSON.stringify(output) });
  });

  test("tools are declared together, or not at all", () => {
    expect(google.writeTools([{ name: "add", description: "Adds.", parameters: { type: "object" } }]).tools).toEqual([
      { functionDeclarations: [{ name: "add", description: "Adds.", parametersJsonSchema: { type: "object" } }] },
    ]);
    expect(google.writeTools([]).tools).toEqual([]);
  });
});
