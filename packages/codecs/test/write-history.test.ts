// biome-ignore-all lint/suspicious/noExplicitAny: what goes out has a shape for each provider, and is judged as they would judge it.
import { createActionRequest, createActionResponse, createMessage, type Json, type Message } from "@acta/messages";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Codec } from "../src/index.js";
import { codecs, named, providers } from "./codecs.js";
import { problemsOf, providerRules, withoutLastAnswer } from "./provider-rules.js";

interface CallPlan {
  readonly name: string;
  readonly id: string | null;
  readonly given: Json;
  readonly output: Json;
  readonly failure: string | null;
  readonly isOpen: boolean;
}

const text = fc.string({
  unit: fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), fc.constantFrom("\ud83d", "\udca9", "💩", "\u0000")),
  maxLength: 8,
});
const name = fc.oneof(
  fc.constantFrom(
    "read",
    "files.read",
    "files/read",
    "files_read",
    "1st",
    "-x",
    "",
    "constructor",
    "__proto__",
    "then",
    "x".repeat(200),
    "名前",
  ),
  text,
);
const id = fc.oneof(fc.constantFrom("call_1", "call_2", "abcdefgh1", "1", '"1"', "x".repeat(80), ""), fc.constant(null), text);
const json = fc.oneof(text, fc.constantFrom<Json>(0, false, null, "", [], {}, " "), fc.jsonValue() as fc.Arbitrary<Json>);
const given = fc.oneof(
  fc.constantFrom<Json>("{}", "", "null", "not json {", '{"a":1}', '{"__proto__":{"x":1}}', null, {}),
  fc.dictionary(text, json),
) as fc.Arbitrary<Json>;
const call: fc.Arbitrary<CallPlan> = fc.record({
  name,
  id,
  given,
  output: json,
  failure: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, text),
  isOpen: fc.boolean(),
});
const plan = fc.array(
  fc.oneof(fc.array(call, { minLength: 1, maxLength: 4 }), fc.tuple(fc.constantFrom("user", "assistant", "system", "bystander"), text)),
  {
    maxLength: 6,
  },
);

/** Blocks of a history; ids of messages count from 0. */
function toHistory(steps: readonly (readonly CallPlan[] | readonly [string, string])[]): readonly (readonly Message[])[] {
  let count = 0;
  return steps.map((step) => {
    if (typeof step[0] === "string") return [createMessage({ id: `m${count++}`, createdAt: 0, role: step[0], content: step[1] as string })];
    return (step as readonly CallPlan[]).flatMap(({ name: tool, id: correlationId, given: asked, output, failure, isOpen }): Message[] => {
      const request = createActionRequest({ id: `m${count++}`, createdAt: 0, function: tool, arguments: asked, correlationId });
      if (isOpen) return [request];
      const error = failure === null ? null : { code: "tool_failed", message: failure };
      const response = createActionResponse({ id: `m${count++}`, createdAt: 0, request, output: failure === null ? output : null, error });
      return [{ ...request, content: { ...request.content, actionResponseId: response.id } }, response];
    });
  });
}

const read = (codec: Codec<unknown, unknown, unknown>, messages: readonly unknown[]) => codec.readTranscript(messages).calls;
const calls = (steps: readonly (readonly CallPlan[] | readonly [string, string])[]) =>
  steps.flatMap((step) => (typeof step[0] === "string" ? [] : (step as readonly CallPlan[])));

describe.each(named(codecs))("%s", (format, codec) => {
  test("any history goes out as the provider wants it, and is read again call by call", () => {
    fc.assert(
      fc.property(plan, (steps) => {
        const history = toHistory(steps);
        const before = JSON.stringify(history);
        const { messages } = codec.writeHistory(history);
        expect(problemsOf(format, messages)).toEqual([]);
        const asked = calls(steps);
        const found = messages.length === 0 ? [] : read(codec, messages);
        expect(found.map((each) => each.recordedResult !== null)).toEqual(asked.map(() => true));
        // Names that the provider takes, and ids that it takes and that come for the first time, are kept.
        const seen = new Set<string | null>();
        for (const [index, { name: tool, id: given }] of asked.entries()) {
          if (/^[a-zA-Z]\w{0,20}$/.test(tool)) expect(found[index]?.function).toBe(tool);
          if (given === "abcdefgh1" && !seen.has(given)) expect(found[index]?.correlationId).toBe(given);
          seen.add(given);
        }
        expect(codec.writeHistory(history).messages).toEqual(messages);
        expect(JSON.stringify(history)).toBe(before);
      }),
      { numRuns: 100, seed: 8 },
    );
  });

  test("results are paired with their calls, whatever the order in which they stand", () => {
    const plans = ["a", "b", "c"].map((output) => ({ name: "read", id: null, given: {}, output, failure: null, isOpen: false }));
    const [q0, r0, q1, r1, q2, r2] = toHistory([plans]).flat() as [Message, Message, Message, Message, Message, Message];
    const outputs = (history: readonly Message[] | readonly (readonly Message[])[]) =>
      read(codec, codec.writeHistory(history).messages).map(({ recordedResult }) => JSON.stringify(recordedResult?.output));
    const expected = [/a/, /b/, /c/].map((pattern) => expect.stringMatching(pattern));
    expect(outputs([q0, r0, q1, r1, q2, r2])).toEqual(expected);
    expect(outputs([[q0, q1, q2, r2, r1, r0]])).toEqual(expected);
    expect(outputs([[r1, q0, q1], [q2], [r2, r0]])).toEqual(expected);
  });

  test("an interim answer stands in for a response, in the place where the response will be", () => {
    const open = { name: "pay", id: "abcdefgh1", given: { amount: 1 }, output: "paid", failure: null, isOpen: true };
    const [[request]] = toHistory([[open]]) as [[Message]];
    const written = codec.writeHistory([request], { interim: ({ content }) => `${content.function} waits for Ann.` });
    expect(JSON.stringify(written.messages)).toContain("pay waits for Ann.");
    expect(JSON.stringify(codec.writeHistory([request]).messages)).toContain("There is no result of this call yet.");
    const paid = codec.writeHistory(toHistory([[{ ...open, isOpen: false }]]).flat());
    expect(paid.messages).toHaveLength(written.messages.length);
    expect(JSON.stringify(paid.messages)).toContain("paid");
  });

  test("of the results of one turn, a request stands for its interim answer", () => {
    const open = createActionRequest({ id: "q", function: "pay", arguments: {}, correlationId: "abcdefgh1" });
    const written = JSON.stringify(codec.write([open], { interim: () => "It waits for Ann.", maxOutputLength: 9 }));
    expect(written).toContain("It waits \\n[cut: the first 9 of 17 characters]");
    expect(written).toContain("abcdefgh1");
    expect(() => codec.write([open], { interim: () => 1 as never })).toThrow(expect.objectContaining({ code: "invalid_options" }));
  });

  test("a call that the model wrote twice is written once", () => {
    const first = createActionRequest({ id: "q0", function: "add", arguments: "{}", correlationId: "abcdefgh1" });
    const second = createActionRequest({ id: "q1", function: "add", arguments: "{}", correlationId: "abcdefgh1" });
    const history = [
      first,
      second,
      createActionResponse({ request: first, output: 3 }),
      createActionResponse({ request: second, output: null, error: { code: "duplicate", message: "the same call was proposed twice" } }),
    ];
    const { messages } = codec.writeHistory(history);
    expect(problemsOf(format, messages)).toEqual([]);
    expect(read(codec, messages)).toHaveLength(1);
  });

  const request = createActionRequest({ id: "q", function: "add", arguments: {}, correlationId: "c" });
  const response = createActionResponse({ id: "r", request, output: 1 });
  test.each<[string, readonly Message[], string]>([
    ["a response without its request", [response], "broken_history"],
    ["a request twice", [request, request], "broken_history"],
    ["two responses", [request, response, { ...response, id: "r2" }], "broken_history"],
    [
      "a response that is said to be there and is not",
      [{ ...request, content: { ...request.content, actionResponseId: "r" } }],
      "broken_history",
    ],
  ])("%s is refused", (_name, history, code) => {
    expect(() => codec.writeHistory(history)).toThrow(expect.objectContaining({ code }));
  });
});

describe("a user who speaks right after the results", () => {
  const request = createActionRequest({ id: "q", function: "add", arguments: {}, correlationId: "abcdefgh1" });
  const history = [request, createActionResponse({ id: "r", request, output: 1 }), createMessage({ role: "user", content: "Stop." })];
  const rolesOf = (format: string) =>
    codecs
      .find(({ name: own }) => own === format)
      ?.writeHistory(history)
      .messages.map(({ role }: any) => role);

  test.each([
    ["google-generate-content", ["model", "user", "user"]],
    ["bedrock-converse", ["assistant", "user"]],
    ["anthropic-messages", ["assistant", "user"]],
    ["mistral-chat", ["assistant", "tool", "assistant", "user"]],
    ["openai-chat", ["assistant", "tool", "user"]],
  ])("%s", (format, roles) => {
    expect(rolesOf(format)).toEqual(roles);
  });
});

describe("system messages", () => {
  const history = [
    createMessage({ role: "system", content: "Be brief." }),
    createMessage({ role: "user", content: "Hello." }),
    createMessage({ role: "system", content: "Be kind." }),
  ];
  test.each(named(codecs))("%s: said in the conversation, or apart from it", (format, codec) => {
    const { system, messages } = codec.writeHistory(history);
    const isApart = ["anthropic-messages", "google-generate-content", "bedrock-converse"].includes(format);
    expect(system).toBe(isApart ? "Be brief.\n\nBe kind." : null);
    expect(messages).toHaveLength(format === "mcp" ? 0 : isApart ? 1 : 3);
  });
});

describe("the rules of providers, by conversations that break them", () => {
  const steps = [
    ["user", "Go."] as const,
    [0, 1].map((n) => ({ name: "read", id: `abcdefgh${n}`, given: {}, output: "x", failure: null, isOpen: false })),
  ];
  const written = (codec: Codec<unknown, unknown, unknown>) => structuredClone(codec.writeHistory(toHistory(steps)).messages) as any[];

  test("there are rules for every codec", () => {
    expect(Object.keys(providerRules).sort()).toEqual(codecs.map((codec) => codec.name).sort());
  });

  test.each(named(codecs))("%s: an answer too few, too many, under another id, or out of place", (format, codec) => {
    const good = written(codec);
    const last = good.length - 1;
    const breaks = (messages: readonly any[]) => expect(problemsOf(format, messages)).not.toEqual([]);
    expect(problemsOf(format, good)).toEqual([]);
    breaks(withoutLastAnswer(format, good));
    breaks([...good, good[last]]);
    if (format !== "ai-sdk-ui") breaks([...good.slice(0, -2), good[last]]);
    if (format !== "ai-sdk-ui") breaks(JSON.parse(JSON.stringify(good).replace(/abcdefgh1(?![\s\S]*abcdefgh1)/, "abcdefgh7")));
    breaks(JSON.parse(JSON.stringify(good).replaceAll('"read"', '"a b"').replaceAll("tool-read", "tool-a b")));
    breaks(JSON.parse(JSON.stringify(good).replaceAll("abcdefgh1", "abcdefgh0")));
    breaks(JSON.parse(JSON.stringify(good).replace('"x"', '"\\ud83d"')));
  });
});

test("every codec of a provider is among those that write", () => {
  expect(providers.every((codec) => codecs.includes(codec))).toBe(true);
});
