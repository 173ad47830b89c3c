import { createCallContext, NotJson } from "@acta/governance";
import { afterEach, expect, test } from "vitest";
import { PermissionPolicy } from "../src/index.js";
import { InvalidPolicy } from "../src/invalid-policy.js";
import { lintLayers, lintPolicy } from "../src/lint.js";

const json = (text: string): unknown => JSON.parse(text);
const polluting = '{"__proto__":{"polluted":true}}';
const keys = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];

/** Values that reach for a prototype, as each part of a policy or a call. */
const payloads: readonly unknown[] = [
  json(polluting),
  json('{"constructor":{"prototype":{"polluted":true}}}'),
  json('[{"__proto__":{"polluted":true}}]'),
  json('{"a":{"__proto__":{"polluted":true}}}'),
  json('{"__proto__":null}'),
  json('{"__proto__":["*"]}'),
  ...keys.map((key) => Object.fromEntries([[key, ["*"]]])),
  ...keys.map((key) => Object.fromEntries([[key, { equals: 1 }]])),
  ...keys.map((key) => ({ nested: Object.fromEntries([[key, { polluted: true }]]) })),
  Object.create({ polluted: true }),
  Object.create(Object.create(null, { polluted: { value: true, enumerable: true } })),
  Object.defineProperty({}, "polluted", { enumerable: true, get: () => Object.assign(Object.prototype, { polluted: true }) }),
  new Proxy(
    {},
    { ownKeys: () => ["__proto__"], getOwnPropertyDescriptor: () => ({ value: { polluted: true }, enumerable: true, configurable: true }) },
  ),
  new Proxy({}, { get: () => ({ polluted: true }), has: () => true }),
  new (class Polluted {
    polluted = true;
  })(),
  new Map([["__proto__", { polluted: true }]]),
  () => ({ polluted: true }),
  Symbol("polluted"),
  "__proto__",
];

/** Where in a policy a payload may stand. */
const places: readonly ((payload: unknown) => unknown)[] = [
  (payload) => payload,
  (payload) => ({ mode: payload }),
  (payload) => ({ mode: "rules", id: payload }),
  ...["allow", "deny", "escalate", "tools"].map((table) => (payload: unknown) => ({ mode: "rules", [table]: payload })),
  (payload) => ({ mode: "rules", allow: { t: payload } }),
  (payload) => ({ mode: "rules", allow: { t: [payload] } }),
  (payload) => ({ mode: "rules", deny: { t: [{ arguments: payload }] } }),
  (payload) => ({ mode: "rules", deny: { t: [{ arguments: { a: payload } }] } }),
  (payload) => ({ mode: "rules", deny: { t: [{ arguments: { a: { equals: payload } } }] } }),
  (payload) => ({ mode: "rules", deny: { t: [{ arguments: { a: { fields: payload } } }] } }),
  (payload) => ({ mode: "rules", deny: { t: [{ pattern: "*", examples: [{ arguments: payload, expect: "deny" }] }] } }),
  (payload) => ({ mode: "rules", tools: { t: payload } }),
];

const before = Object.getOwnPropertyNames(Object.prototype).join();
afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

const call = (values: unknown, tool = "t") => createCallContext({ function: tool, arguments: values });

function refusal(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

test("thirty payloads in each place of a policy: refused as invalid, or judged as data", () => {
  expect(payloads.length).toBeGreaterThanOrEqual(30);
  let refused = 0;
  for (const payload of payloads) {
    for (const place of places) {
      for (const load of [PermissionPolicy.from, lintPolicy, (policy: unknown) => lintLayers([{ name: "a", policy }])] as ((
        value: unknown,
      ) => unknown)[]) {
        const error = refusal(() => load(place(payload)));
        if (error !== undefined) refused++;
        expect([error === undefined || InvalidPolicy.isInstance(error), error]).toEqual([true, error]);
      }
    }
  }
  expect(refused).toBeGreaterThan(payloads.length * places.length);
});

test("in a policy's text: a key __proto__ is refused wherever it stands", () => {
  for (const text of [
    '{"mode":"rules","__proto__":{"mode":"allow_all"}}',
    '{"mode":"rules","allow":{"__proto__":["*"]}}',
    '{"mode":"rules","allow":{"t":[{"arguments":{"__proto__":{"equals":1}}}]}}',
    '{"mode":"rules","allow":{"t":[{"arguments":{"a":{"__proto__":{"equals":1}}}}]}}',
    '{"mode":"rules","tools":{"__proto__":{"aliases":["t"]}}}',
  ]) {
    expect(refusal(() => PermissionPolicy.parse(text))).toMatchObject({
      code: "invalid_policy",
      pointer: expect.stringContaining("__proto__"),
    });
  }
});

test("as arguments of a call: refused before any policy, or judged by own keys", () => {
  const rule = { arguments: Object.fromEntries([...keys.slice(1), "polluted"].map((key) => [key, { present: true }])) };
  const policy = PermissionPolicy.from({
    mode: "rules",
    default: "abstain",
    allow: { t: [rule, { arguments: { polluted: { equals: true } } }] },
  });
  for (const payload of payloads) {
    const error = refusal(() => {
      expect(policy.decide(call(payload)).kind).toBe("abstain");
      policy.explain(call(payload));
    });
    expect([error === undefined || NotJson.isInstance(error), error]).toEqual([true, error]);
  }
  expect(policy.decide(call({ polluted: true })).kind).toBe("allow");
});

test("as the name of a tool: an ordinary name", () => {
  const policy = PermissionPolicy.from({ mode: "rules", allow: { t: ["*"] }, tools: { t: { aliases: ["u"] } } });
  for (const key of keys) {
    expect(policy.decide(call({}, key))).toMatchObject({ kind: "deny", rule: "default" });
    if (key !== "__proto__")
      expect(PermissionPolicy.from({ mode: "rules", allow: { [key]: ["*"] } }).decide(call({}, key)).kind).toBe("allow");
  }
});

test("a property that somebody put on Object.prototype allows nothing", () => {
  const policy = PermissionPolicy.from({
    mode: "rules",
    default: "abstain",
    allow: { t: [{ arguments: { polluted: { equals: true } } }] },
  });
  Object.defineProperty(Object.prototype, "polluted", { value: true, configurable: true });
  try {
    expect(policy.decide(call({})).kind).toBe("abstain");
    expect(policy.decide(call({}, "polluted")).kind).toBe("abstain");
  } finally {
    Reflect.deleteProperty(Object.prototype, "polluted");
  }
});
