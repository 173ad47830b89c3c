import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createCallContext } from "../src/call-context.js";
import { canonicalJson } from "../src/canonical-json.js";
import { combine, evaluateAll, strictest } from "../src/combine.js";
import { allow, deny } from "../src/decision.js";
import { evaluate } from "../src/evaluate.js";
import { explain } from "../src/explain.js";
import { freezeJson } from "../src/freeze-json.js";
import { layer } from "../src/layers.js";
import { honoured, unmetObligations } from "../src/obligations.js";
import { rulePolicy } from "../src/rules.js";
import { shadow } from "../src/shadow.js";
import { simulate } from "../src/simulate.js";
import { PolicySet, takeSnapshot } from "../src/snapshot.js";
import { answering } from "../src/testing.js";
import { callOf } from "./call.js";

const own = '{"polluted":"yes","kind":"allow","decide":true}';
const keys = ["__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty"];
/** 30 values that try to change what every object inherits. */
const payloads: readonly [string, unknown][] = [
  ...keys.flatMap((key): [string, unknown][] => [
    [`{${key}}`, JSON.parse(`{"${key}":${own}}`)],
    [`{kind, ${key}}`, JSON.parse(`{"kind":"allow","reason":"x","${key}":${own}}`)],
    [`{constructor: {prototype}} with ${key}`, JSON.parse(`{"constructor":{"prototype":{"${key}":${own}}}}`)],
    [`obligations {${key}}`, JSON.parse(`{"kind":"allow","obligations":{"${key}":${own}}}`)],
  ]),
  ["an object that inherits", Object.create(JSON.parse(own))],
  ["an array with a key", Object.assign([], { polluted: "yes" })],
  ["a list in __proto__", JSON.parse(`{"__proto__":[${own}]}`)],
  ["nested", JSON.parse(`{"a":{"b":[{"__proto__":${own}}]}}`)],
  ["a getter called __proto__", Object.defineProperty({}, "__proto__", { enumerable: true, get: () => ({ polluted: "yes" }) })],
  ["null in __proto__", JSON.parse('{"__proto__":null}')],
];

const call = callOf();
const policy = (value: unknown) => ({ id: "x", version: "1", decide: () => value }) as never;
const quietly = async (run: () => unknown) => {
  try {
    await run();
  } catch {
    // Refused, which is as good as ignored.
  }
};

/** Everything that takes an object. */
const apis: readonly [string, (value: unknown) => unknown][] = [
  ["freezeJson", (value) => freezeJson(value)],
  ["canonicalJson", (value) => canonicalJson(value as never)],
  ["createCallContext: arguments", (value) => createCallContext({ function: "f", arguments: value })],
  ["createCallContext: attributes", (value) => createCallContext({ function: "f", arguments: {}, attributes: value as never })],
  ["createCallContext: batch", (value) => createCallContext({ function: "f", arguments: {}, batch: value as never })],
  ["evaluate: the policy", (value) => evaluate(value as never, call)],
  ["evaluate: the answer", (value) => evaluate(() => value as never, call)],
  ["evaluate: the call", (value) => evaluate(() => true, value as never)],
  ["evaluate: options", (value) => evaluate(async () => true, call, { ...(value as object), timeoutMs: 1_000 })],
  ["evaluateAll", (value) => evaluateAll([value as never, () => value as never], call)],
  ["combine", (value) => evaluate(combine([policy(value)], value as never), call)],
  ["strictest", (value) => strictest([allow({ obligations: value as never }), allow({ obligations: { timeoutMs: 1 } })])],
  ["allow", (value) => evaluate(() => allow(value as never), call)],
  ["deny", (value) => evaluate(() => deny("no", value as never), call)],
  [
    "shadow",
    (value) =>
      evaluate(
        shadow(policy(value), () => {}),
        call,
      ),
  ],
  ["layer", (value) => evaluate(layer("tool", value as never), call)],
  ["unmetObligations", (value) => unmetObligations(value as never, value as never)],
  ["honoured", (value) => honoured(value as never, value as never)],
  ["explain", (value) => explain([value as never, policy(value), { ...answering(true), explain: () => value } as never], call)],
  ["takeSnapshot", (value) => takeSnapshot([value as never, { ...answering(true), toJSON: () => value } as never])],
  ["PolicySet.load", (value) => PolicySet.load(() => value as never, value as never)],
  ["PolicySet.swap", async (value) => (await PolicySet.load(() => [])).swap(() => [value as never], value as never)],
  ["simulate", (value) => simulate(() => true, [value as never, { call: value, decision: value } as never])],
  [
    "rulePolicy",
    (value) => evaluate(rulePolicy({ id: "x", version: "1", rules: [{ id: "r", effect: "deny", when: () => value as never }] }), call),
  ],
];

let before: string[];
beforeEach(() => {
  before = Reflect.ownKeys(Object.prototype).map(String);
});
afterEach(() => {
  for (const name of ["polluted", "kind", "decide"]) Reflect.deleteProperty(Object.prototype, name);
});

const isClean = () => {
  expect(Reflect.ownKeys(Object.prototype).map(String)).toEqual(before);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
};

test("there are 30 payloads", () => {
  expect(new Set(payloads.map(([name]) => name)).size).toBe(30);
});

describe.each(apis)("%s", (_, take) => {
  test.each(payloads)("leaves what every object inherits alone: %s", async (_, payload) => {
    await quietly(() => take(payload));
    isClean();
  });
});

test.each(payloads)("no answer with %s allows, unless it is a plain allow with other keys", async (_, payload) => {
  expect((await evaluate(() => payload as never, call)).kind).toBe("deny");
});

test("control: a merge that trusts keys is found", () => {
  const merge = (target: Record<string, unknown>, source: object) => {
    for (const [key, value] of Object.entries(source)) {
      if (typeof value === "object" && value !== null) merge((target[key] as never) ?? {}, value);
      else target[key] = value;
    }
  };
  merge({}, JSON.parse('{"__proto__":{"polluted":"yes"}}'));
  expect(isClean).toThrow();
});
