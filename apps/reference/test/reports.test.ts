import { defineTool, type Tool } from "@acta/actions";
import { Branch, recover } from "@acta/branch";
import { readTranscriptValue, type WriteOptions } from "@acta/codecs";
import { memoryJournal } from "@acta/journal/memory";
import type { Message } from "@acta/messages";
import { examine } from "@acta/messages/doctor";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { historyCodecs } from "../src/history-codecs.js";

/** What went wrong elsewhere in public, tried here from a model's words through a branch and back to what the model is told. Ids are those of the reports. */

const calls = (named: readonly (readonly [name: string, given: unknown])[]) =>
  named.map(([name, given], index) => ({ id: `call${index}`.padEnd(9, "x"), type: "function", function: { name, arguments: given } }));
const read = (named: readonly (readonly [name: string, given: unknown])[]) => historyCodecs["openai-chat"].read(calls(named) as never);
const anything = z.looseObject({});
const returning = (name: string, output: unknown): Tool =>
  defineTool({ name, description: name, input: anything, effect: "read", run: () => output as never });
const strategies = [{ strategy: "sequential" }, { strategy: "concurrent" }] as const;
const formats = Object.entries(historyCodecs);
const told = (branch: Branch, format: keyof typeof historyCodecs, options?: WriteOptions) =>
  historyCodecs[format].writeHistory(branch.messages.blocks, options).messages;

describe("B01: a process that died within a turn", () => {
  const asked = (callId: string) => ({ callId, requestId: `${callId}/request`, function: "save_note", arguments: {} });
  async function died(waits: boolean) {
    const journal = memoryJournal();
    const append = (id: string, kind: string, body: object, more: object = {}) =>
      journal.append("b", [{ id, kind, at: 1, body: body as never, ...more }]);
    for (const [index, callId] of ["c1", "c2"].entries()) {
      const batch = { id: "c1", index, size: 2 };
      const rest = { correlationId: callId, parentCallId: null, isRedacted: false, message: null, batch };
      append(`${callId}:proposed`, "call.proposed", { ...asked(callId), ...rest }, { opens: callId });
      if (callId === "c1" && waits) continue;
      append(`${callId}:1:intended`, "call.intended", {
        ...asked(callId),
        attempt: 1,
        effect: "unsafe",
        idempotencyKey: callId,
        decision: null,
      });
    }
    const execution = { status: "completed", duration: 1, response: "saved", error: null, retryable: null };
    const event = { id: "c2:1", createdAt: 1, metadata: {}, execution, function: "save_note", arguments: {} };
    const settled = {
      callId: "c2",
      attempt: 1,
      requestId: "c2/request",
      event,
      outcome: { kind: "succeeded", executed: "yes" },
      decision: null,
    };
    append("c2:1:settled", "call.settled", settled, { settles: "c2" });
    if (!waits) return journal;
    const approval = {
      approvalId: "a",
      ...asked("c1"),
      attempt: 1,
      reason: "money",
      digest: "0".repeat(64),
      approvers: null,
      expiresAt: null,
      decision: null,
      event: { ...event, id: "c1:1", execution: { ...execution, status: "skipped", response: null } },
    };
    append("c1:1:approval", "approval.requested", approval, { opens: "a" });
    return journal;
  }
  const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);

  test.each(formats)(
    "before it is mended, %s says of the open call that there is no result, and of the other its own",
    async (_format, codec) => {
      const branch = await Branch.open({ id: "b", journal: await died(false) });
      const { messages } = codec.writeHistory(branch.messages.blocks);
      const { calls: paired } = readTranscriptValue(messages);
      expect(paired.map(({ recordedResult }) => JSON.stringify(recordedResult?.output))).toEqual([
        expect.stringContaining("There is no result"),
        expect.stringContaining("saved"),
      ]);
    },
  );

  test("exactly the open call is answered, as unknown, next to its request; opened again, nothing is added", async () => {
    const journal = await died(false);
    const open = await Branch.open({ id: "b", journal });
    expect(examine(open.messages.messages).findings.map(({ messageId }) => messageId)).toEqual(["c1/request"]);
    await open.close();
    const [recovered, ...others] = await recover(journal, { branchId: "b" });
    expect(others).toEqual([]);
    expect(recovered?.outcome).toMatchObject({ kind: "ambiguous", executed: "unknown", error: { code: "lost" } });
    for (const _ of ["a second time", "a third"]) {
      expect(await recover(journal, { branchId: "b" })).toEqual([]);
      const { messages } = (await Branch.open({ id: "b", journal })).messages;
      expect(ids(messages)).toEqual(["c1/request", "c1/response", "c2/request", "c2/response"]);
      expect(examine(messages).isHealthy).toBe(true);
    }
  });

  test("a call that waits for an approval is left waiting", async () => {
    const journal = await died(true);
    expect(await recover(journal, { branchId: "b" })).toEqual([]);
    const { messages, openRequests } = (await Branch.open({ id: "b", journal })).messages;
    expect(ids(openRequests)).toEqual(["c1/request"]);
    expect(examine(messages, { isPending: ({ id }) => id === "c1/request" })).toMatchObject({ isHealthy: true, pending: ["c1/request"] });
  });
});

describe("B05: an output that is falsy is an output", () => {
  const outputs = [
    ["zero", 0, "0"],
    ["no", false, "false"],
    ["blank", "", ""],
    ["list", [], "[]"],
    ["object", {}, "{}"],
    ["nan", Number.NaN, "null"],
    ["nothing", null, "null"],
    ["missing", undefined, "null"],
  ] as const;
  const tools = outputs.map(([name, output]) => returning(name, output));

  test.each(strategies)("%j: each call has its one answer, in order, and the model is told it", async (strategy) => {
    const branch = new Branch({ tools });
    const models = await branch.act(read(outputs.map(([name]) => [name, "{}"])), strategy);
    expect(models.map(({ outcome }) => outcome.kind)).toEqual(outputs.map(() => "succeeded"));
    const answers = told(branch, "openai-chat").filter((message) => "role" in message && message.role === "tool");
    expect(answers).toEqual(
      outputs.map(([, , content], index) => ({
        role: "tool",
        tool_call_id: calls(outputs.map(([name]) => [name, ""]))[index]?.id,
        content,
      })),
    );
    for (const [, codec] of formats) {
      const { calls: paired } = readTranscriptValue(codec.writeHistory(branch.messages.blocks).messages);
      expect(paired.map(({ recordedResult }) => recordedResult !== null)).toEqual(outputs.map(() => true));
    }
  });
});

describe("B27: no arguments", () => {
  const now = returning("now", "noon");
  const add = defineTool({
    name: "add",
    description: "Adds.",
    input: z.object({ a: z.number(), b: z.number() }),
    effect: "read",
    run: ({ a, b }) => a + b,
  });

  test.each(["", "   ", undefined, null, "{}", {}])(
    "%j runs what needs none, and is answered with what is missing where something is",
    async (given) => {
      const branch = new Branch({ tools: [now, add] });
      const [first, second] = await branch.act(
        read([
          ["now", given],
          ["add", given],
        ]),
      );
      expect([first?.outcome.kind, second?.outcome.kind]).toEqual(["succeeded", "rejected"]);
      expect(first?.response?.content.arguments).toEqual(given ?? null);
      for (const [, codec] of formats) {
        const text = JSON.stringify(codec.writeHistory(branch.messages.blocks).messages);
        expect(text).toMatch(/\/a: .*\/b: /);
        expect(text).not.toMatch(/"(input|args|arguments)":("\s*"|null)/);
      }
    },
  );
});

test("B29: keys of Object.prototype reach no prototype on the way in, through and out", async () => {
  const given = '{"path":"a","__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}},"o":{"__proto__":{"y":1}}}';
  const branch = new Branch({ tools: [returning("t", 1)] });
  const [model] = await branch.act(read([["t", given]]));
  expect(model?.outcome).toMatchObject({ kind: "rejected", error: { code: "invalid_arguments" } });
  expect(model?.response?.content.arguments).toBe(given);
  for (const [, codec] of formats) {
    const { messages } = codec.writeHistory(branch.messages.blocks);
    expect(JSON.stringify(messages)).toContain("isAdmin");
    const [call] = readTranscriptValue(messages).calls;
    expect(call?.recordedResult).not.toBeNull();
    expect(call?.arguments).not.toHaveProperty("isAdmin");
  }
  const bare: Record<string, unknown> = {};
  expect([bare.isAdmin, bare.x, bare.y]).toEqual([undefined, undefined, undefined]);
});

test("B31: an error without a message, or with a stack, tells the model that the call failed and no more", async () => {
  const failing = (name: string, error: Error) =>
    defineTool({ name, description: name, input: anything, effect: "read", run: () => Promise.reject(error) });
  const branch = new Branch({
    tools: [failing("many", new AggregateError([new Error("a")], "")), failing("one", new Error("declined", { cause: "E42" }))],
  });
  await branch.act(
    read([
      ["many", "{}"],
      ["one", "{}"],
    ]),
  );
  for (const [, codec] of formats) {
    const text = JSON.stringify(codec.writeHistory(branch.messages.blocks).messages);
    expect(text).toContain("The call did not succeed (tool_failed).");
    expect(text).toContain("declined");
    expect(text).not.toMatch(/reports\.test|E42/);
  }
});

describe("B37: names from Object.prototype", () => {
  const names = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf", "then", "", " echo", "Echo"];

  test("are unknown tools, told under names that the provider takes", async () => {
    const branch = new Branch({ tools: [returning("echo", 1)] });
    const models = await branch.act(read(names.map((name) => [name, "{}"])));
    expect(models.map(({ function: name, outcome }) => [name, outcome.kind])).toEqual(names.map((name) => [name, "rejected"]));
    for (const [, codec] of formats) {
      const { calls: paired } = readTranscriptValue(codec.writeHistory(branch.messages.blocks).messages);
      expect(paired.map(({ recordedResult }) => JSON.stringify(recordedResult?.output))).toEqual(
        names.map(() => expect.stringContaining("there is no tool named")),
      );
      expect(new Set(paired.map(({ function: name }) => name)).size).toBe(names.length);
    }
  });

  test("can be tools; an alias is for the provider only, and means no tool to anybody else", async () => {
    const tools = [returning("constructor", 1), returning("then", 2), returning("files.read", 3)];
    const branch = new Branch({ tools });
    const { names: known } = historyCodecs["openai-chat"].writeTools(branch.actions.schemas());
    const alias = known.aliasOf("files.read");
    const raw = calls([
      ["constructor", "{}"],
      ["then", "{}"],
      [alias, "{}"],
    ]) as never;
    const models = await branch.act(historyCodecs["openai-chat"].read(raw, { names: known }));
    expect(models.map(({ function: name, output }) => [name, output])).toEqual([
      ["constructor", 1],
      ["then", 2],
      ["files.read", 3],
    ]);
    const [forged] = await branch.act(read([[alias, "{}"]]));
    expect(forged?.outcome).toMatchObject({ kind: "rejected", error: { code: "unknown_tool" } });
    expect(JSON.stringify(told(branch, "openai-chat", { names: known }).slice(0, 1))).toContain(alias);
  });
});

test("B39: one huge result, error or list does not fill what the model is told, and is recorded whole", async () => {
  const huge = `${"x".repeat(9_999)}💩${"x".repeat(2_000_000)}`;
  const failing = defineTool({
    name: "fail",
    description: "Fails.",
    input: anything,
    effect: "read",
    run: () => Promise.reject(new Error(huge)),
  });
  const list = Array.from({ length: 200_000 }, (_, index) => index);
  const branch = new Branch({ tools: [returning("text", huge), returning("list", list), failing] });
  const models = await branch.act(
    read([
      ["text", "{}"],
      ["list", "{}"],
      ["fail", "{}"],
    ]),
  );
  expect(models[0]?.output).toBe(huge);
  expect(models[1]?.output).toHaveLength(200_000);
  for (const [, codec] of formats) {
    const text = JSON.stringify(codec.writeHistory(branch.messages.blocks, { maxOutputLength: 10_000 }).messages);
    expect(text.length).toBeLessThan(70_000);
    expect(text).toContain("[cut: the first 9999 of 2010001 characters]");
    expect(text).not.toMatch(/\\ud[89a-f]/);
    expect(JSON.stringify(codec.writeHistory(branch.messages.blocks).messages).length).toBeLessThan(650_000);
  }
});
