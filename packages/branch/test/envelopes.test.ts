import { createActionRequest, createMessage } from "@acta/messages";
import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { BranchError, type Envelope } from "../src/index.js";
import { ask, end, ends, first, history, rejection, steps, tool, toolHooks, watch } from "./support.js";

const echo = tool("echo", (input) => input);
const nested = (depth: number): unknown => (depth === 0 ? {} : { v: nested(depth - 1) });

describe("accepted envelopes", () => {
  test("a request message, a model and an object", verifies("D2.envelopes", "D4.single"), async () => {
    class Model {
      function = "echo";
      get arguments() {
        return { a: 2 };
      }
    }
    const message = createActionRequest({ function: "echo", arguments: { a: 1 } });
    const { branch } = watch({ tools: [echo] });
    for (const envelope of [message, new Model(), ask("echo", { a: 3 })]) expect(await branch.act(envelope)).toHaveLength(1);
    expect(history(branch)).toEqual(["echo", '={"a":1}', "echo", '={"a":2}', "echo", '={"a":3}']);
    expect(branch.messages.messages[0]?.id).toBe(message.id);
  });

  test.each([
    ["undefined", undefined, {}],
    ["null", null, {}],
    ["blank text", " \n", {}],
    ["the text of an object", '{"a":[1]}', { a: [1] }],
  ])("%s as arguments", verifies("D2.envelopes"), async (_, given, output) => {
    const { branch } = watch({ tools: [echo] });
    const model = first(await branch.act({ function: "echo", arguments: given }));
    expect(model).toMatchObject({ success: true, output, arguments: given ?? null });
  });

  test("the function is read once, and each property too", async () => {
    const reads: string[] = [];
    const envelope = new Proxy(ask("echo", {}), {
      get: (target, key) => {
        reads.push(String(key));
        return Reflect.get(target, key);
      },
    });
    const { branch } = watch({ tools: [echo] });
    await branch.act(envelope);
    expect(reads.filter((key) => key === "function")).toHaveLength(1);
    expect(reads.filter((key) => key === "arguments")).toHaveLength(1);
  });

  test("nothing is asked for: nothing happens", verifies("D4.empty"), async () => {
    const watched = watch({ tools: [echo] });
    expect(await watched.branch.act([])).toEqual([]);
    expect(watched.entries()).toEqual([]);
    expect(watched.hooks).toEqual([]);
  });
});

describe("unusable envelopes throw before anything happens", () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const message = createActionRequest({ function: "echo", arguments: {} });
  const throwing = {
    arguments: {},
    get function(): string {
      throw new Error("no");
    },
  };
  test.each<[string, unknown]>([
    ["null", null],
    ["a text", "echo"],
    ["no arguments", { function: "echo" }],
    ["no function", { arguments: {} }],
    ["a function that is no string", { function: 1, arguments: {} }],
    ["a getter that throws", throwing],
    ["a revoked proxy", revoked.proxy],
    ["a message without an id", { ...message, id: "" }],
    ["a message without arguments", { ...message, content: { function: "echo" } }],
    ["a message with a time that is none", { ...message, createdAt: "yesterday" }],
    ["a message with metadata that is no object", { ...message, metadata: [] }],
  ])("%s", verifies("D2.envelopes"), async (_, envelope) => {
    const watched = watch({ tools: [echo] });
    for (const requests of [envelope, [ask("echo"), envelope]]) {
      expect(await rejection(watched.branch.act(requests as Envelope))).toMatchObject({ code: "invalid_envelope" });
    }
    expect(BranchError.isInstance(await rejection(watched.branch.act(envelope as Envelope)))).toBe(true);
    expect(watched.entries()).toEqual([]);
    expect(watched.hooks).toEqual([]);
  });

  test("a message whose id in history is no request's", async () => {
    const watched = watch({ tools: [echo] });
    const note = createMessage({ role: "user", content: "hello" });
    await watched.branch.add(note);
    expect(await rejection(watched.branch.act({ ...message, id: note.id }))).toMatchObject({ code: "invalid_envelope" });
  });
});

describe("rejected before any policy is asked", () => {
  const strict = tool("strict", () => 1, { input: z.object({ n: z.number() }) as never, strict: true });
  const own = Object.defineProperty({}, "__proto__", { value: 1, enumerable: true });
  const accessor = {
    get n() {
      return 1;
    },
  };
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  test.each<[string, unknown, string]>([
    ["an unknown tool", ask("nope", {}), "unknown_tool"],
    ["an empty name", ask("", {}), "unknown_tool"],
    ["a name of another case", ask("Strict", { n: 1 }), "unknown_tool"],
    ["a name that every object has", ask("constructor", {}), "unknown_tool"],
    ["arguments that the schema refuses", ask("strict", { n: "1" }), "invalid_arguments"],
    ["a key that the schema does not know", ask("strict", { n: 1, m: 2 }), "invalid_arguments"],
    ["the text null", ask("strict", "null"), "invalid_arguments"],
    ["a text that is not JSON", ask("strict", "{n:1}"), "invalid_arguments"],
    ["an array", ask("strict", [1]), "invalid_arguments"],
    ["a number", ask("strict", 5), "invalid_arguments"],
    ["an accessor", ask("strict", accessor), "invalid_arguments"],
    ["a class instance", ask("strict", new Map([["n", 1]])), "invalid_arguments"],
    ["a cycle", ask("strict", cycle), "invalid_arguments"],
    ["the key __proto__", ask("strict", own), "invalid_arguments"],
    ["more levels than any tool needs", ask("strict", nested(500)), "invalid_arguments"],
  ])("%s", verifies("D1.construction.errors", "D3.manager-exception", "D2.envelopes"), async (_, envelope, code) => {
    let asked = 0;
    const watched = watch({ tools: [strict], policy: () => ++asked > 0 });
    const model = first(await watched.branch.act(envelope as Envelope));
    expect(end(model)).toEqual(["rejected", "no", code]);
    expect(asked).toBe(0);
    expect(steps(watched)).toEqual(["proposed", "settled"]);
    expect(toolHooks(watched)).toEqual(["tool.error"]);
    const hook = watched.hooks.find(({ point }) => point === "tool.error");
    expect(hook?.payload).toMatchObject({ callId: model.callId, duration: null, error: { code } });
    expect(history(watched.branch)).toEqual([model.function, `!${code}`]);
    expect(model).toMatchObject({ success: false, output: null, response: { content: { output: null, error: { code } } } });
    expect(JSON.parse(JSON.stringify(watched.entries()))).toEqual(watched.entries());
  });

  test("arguments that are not plain JSON are stored in their serialized form", async () => {
    const { branch } = watch({ tools: [strict] });
    const given = { n: 10n, at: new Date(0), set: new Set([1]), map: new Map([["k", Number.NaN]]) };
    const model = first(await branch.act(ask("strict", given)));
    expect(model.arguments).toEqual({ n: "10", at: "1970-01-01T00:00:00.000Z", set: [1], map: [["k", null]] });
    expect(model.response?.content.arguments).toEqual(model.arguments);
  });

  test("neither a signal nor a settlement for policies that were not asked", async () => {
    const settled: string[] = [];
    const { branch } = watch({
      tools: [strict],
      policy: { id: "p", decide: () => true, settle: (call) => void settled.push(call.function) },
    });
    await branch.act([ask("nope"), ask("strict", { n: 1 })]);
    expect(settled).toEqual(["strict"]);
  });
});

describe("what is asked for twice", () => {
  test("one message in one act, in concurrent acts, and again when it is answered", async () => {
    let runs = 0;
    const watched = watch({ tools: [tool("once", () => ++runs)] });
    const message = createActionRequest({ function: "once", arguments: {} });
    const models = await watched.branch.act([message, message]);
    expect(ends(models)).toEqual([
      ["succeeded", "yes", null],
      ["skipped", "no", "duplicate"],
    ]);
    expect(models[1]?.response).toBeNull();
    const again = first(await watched.branch.act(message));
    expect(end(again)).toEqual(["skipped", "no", "already_answered"]);
    expect(again.response).toBeNull();
    expect(runs).toBe(1);
    expect(steps(watched)).toEqual(["proposed", "intended", "settled"]);
  });

  test("a second use is a duplicate even where the batch was stopped before it", async () => {
    const { branch } = watch({ tools: [tool("bad", () => Promise.reject(new Error("no"))), echo] });
    const message = createActionRequest({ function: "echo", arguments: {} });
    const models = await branch.act([ask("bad"), message, message], { strategy: "sequential", batch: { siblings: "stop" } });
    expect(ends(models).map(([, , code]) => code)).toEqual(["tool_failed", "sibling_failed", "duplicate"]);
    expect(models.map(({ response }) => response === null)).toEqual([false, false, true]);
  });

  test("a request that another history had answered is not answered here", async () => {
    const { branch } = watch({ tools: [echo] });
    const imported = createActionRequest({ function: "echo", arguments: {} });
    await branch.add({ ...imported, content: { ...imported.content, actionResponseId: "elsewhere" } });
    expect(end(first(await branch.act(imported)))).toEqual(["skipped", "no", "already_answered"]);
  });

  test("what history has of a request counts, not what the envelope says", async () => {
    const { branch } = watch({ tools: [echo] });
    const known = createActionRequest({ function: "echo", arguments: { a: 1 } });
    await branch.add(known);
    const model = first(await branch.act({ ...known, content: { ...known.content, arguments: { a: 2 } } }));
    expect(model).toMatchObject({ output: { a: 1 }, requestId: known.id });
    expect(history(branch)).toEqual(["echo", '={"a":1}']);
  });

  test("the same correlation, function and arguments are one call, with a response each", async () => {
    const seen: unknown[] = [];
    const { branch } = watch({ tools: [tool("pay", (input) => void seen.push(input))] });
    const models = await branch.act([
      ask("pay", { a: 1, b: 2 }, "c1"),
      ask("pay", '{"b":2,"a":1}', "c1"),
      ask("pay", { a: 1, b: 3 }, "c1"),
      ask("pay", { a: 1, b: 2 }, "c2"),
      ask("pay", { a: 1, b: 2 }, ""),
      ask("pay", { a: 1, b: 2 }, ""),
    ]);
    expect(models.map(({ outcome }) => outcome.kind)).toEqual(["succeeded", "skipped", "succeeded", "succeeded", "succeeded", "succeeded"]);
    expect(models[1]).toMatchObject({ outcome: { error: { code: "duplicate" } }, response: { correlationId: "c1" } });
    expect(seen).toHaveLength(5);
  });
});
