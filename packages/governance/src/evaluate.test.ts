import { verifies } from "@acta/requirements";
import { hostile, noUnhandledRejections, revoked, thenableOf } from "@acta/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { callOf } from "../test/call.js";
import { abstain, allow, defer, deny, escalate } from "./decision.js";
import { evaluate } from "./evaluate.js";
import type { Gate, Policy, PolicyLike } from "./policy.js";

noUnhandledRejections();
afterEach(() => {
  vi.useRealTimers();
});

const call = callOf();
const answering = (answer: unknown) => (() => answer) as Gate;
const throwing =
  (problem: unknown): Gate =>
  () => {
    throw problem;
  };

describe("what a policy may answer", () => {
  const answers = [
    [true, { kind: "allow" }],
    [false, { kind: "deny", code: "gate_denied" }],
    [allow(), { kind: "allow" }],
    [allow({ reason: "fine", obligations: { timeoutMs: 5, redact: ["card"] } }), { kind: "allow", obligations: { timeoutMs: 5 } }],
    [deny("no", { rule: "r1", advice: { ask: "finance" } }), { kind: "deny", reason: "no", rule: "r1", advice: { ask: "finance" } }],
    [deny("no", { code: "permission_denied" }), { kind: "deny", code: "permission_denied" }],
    [escalate("ask", { approvers: ["ocean"], expiresInMs: 1 }), { kind: "escalate", approvers: ["ocean"], expiresInMs: 1 }],
    [defer("later", 9), { kind: "defer", reason: "later", retryAt: 9 }],
    [abstain({ rule: undefined }), { kind: "abstain" }],
  ] as const;

  test.each(answers)("%o, at once", verifies("D2.gate-denies"), (answer, expected) => {
    const decision = evaluate(answering(answer), call);
    expect(decision).toMatchObject(expected);
    expect(decision).toHaveProperty("policy", "gate");
    expect(Object.isFrozen(decision)).toBe(true);
  });

  test.each(answers)("%o, as a promise", verifies("D2.gate-denies"), async (answer, expected) => {
    const decision = evaluate(answering(Promise.resolve(answer)), call);
    expect(decision).toBeInstanceOf(Promise);
    expect(await decision).toMatchObject(expected);
  });

  test("a decision is a copy: whoever keeps it cannot change it afterwards", () => {
    const kept = { kind: "allow", obligations: { redact: ["card"] } };
    const decision = evaluate(answering(kept), call);
    kept.kind = "deny";
    kept.obligations.redact.push("name");
    expect(decision).toEqual({ kind: "allow", obligations: { redact: ["card"] }, policy: "gate" });
  });

  test("the answer names the policy that gave it, whatever the policy wrote", () => {
    const policy: Policy = { id: "limit", decide: () => allow({ policy: "somebody else" }) };
    expect(evaluate(policy, call)).toEqual({ kind: "allow", policy: "limit" });
  });
});

describe("junk denies", () => {
  class Answer {
    kind = "allow";
  }
  const junk: readonly [string, unknown][] = [
    ["undefined", undefined],
    ["null", null],
    ["0", 0],
    ["1", 1],
    ["NaN", Number.NaN],
    ["a big integer", 1n],
    ["blank text", ""],
    ["the text true", "true"],
    ["the text allow", "allow"],
    ["a symbol", Symbol("allow")],
    ["a function", () => true],
    ["a boxed true", Object(true)],
    ["an empty array", []],
    ["an array of true", [true]],
    ["an empty object", {}],
    ["{ allowed: true }", { allowed: true }],
    ["{ allow: true }", { allow: true }],
    ["an unknown kind", { kind: "permit" }],
    ["an inherited kind", { kind: "constructor" }],
    ["a kind in an array", { kind: ["allow"] }],
    ["an allow with an unknown key", { kind: "allow", until: 5 }],
    ["an allow with a numeric reason", { kind: "allow", reason: 5 }],
    ["an allow with an advice that is no object", { kind: "allow", advice: ["x"] }],
    ["an allow with a negative obligation", { kind: "allow", obligations: { timeoutMs: -1 } }],
    ["an allow with an obligation of the wrong type", { kind: "allow", obligations: { redact: "card" } }],
    ["an allow with obligations that are a list", { kind: "allow", obligations: [] }],
    ["a deny without a reason", { kind: "deny" }],
    ["a deny with an unknown code", { kind: "deny", reason: "no", code: "because" }],
    ["an escalate without a reason", { kind: "escalate" }],
    ["an escalate with one approver as text", { kind: "escalate", reason: "ask", approvers: "ocean" }],
    ["an escalate with an approver that is no text", { kind: "escalate", reason: "ask", approvers: [1] }],
    ["a defer without a time", { kind: "defer", reason: "later" }],
    ["a defer until a date", { kind: "defer", reason: "later", retryAt: new Date(0) }],
    ["an instance of a class", new Answer()],
    ["an inherited decision", Object.create({ kind: "allow" })],
    ["a getter", Object.defineProperty({}, "kind", { enumerable: true, get: () => "allow" })],
    ["a map", new Map([["kind", "allow"]])],
  ];

  test.each(junk)("%s, at once", verifies("D2.gate-denies"), (_, answer) => {
    expect(evaluate(answering(answer), call)).toMatchObject({ kind: "deny", code: "gate_invalid", rule: "gate_invalid", policy: "gate" });
  });

  test.each(junk)("%s, as a promise", verifies("D2.gate-denies"), async (_, answer) => {
    expect(await evaluate(answering(Promise.resolve(answer)), call)).toMatchObject({ kind: "deny", code: "gate_invalid" });
  });

  test.each(["allow", "escalate"])("an obligation of an %s that nobody knows, with a code of its own", async (kind) => {
    const answer = { kind, reason: "yes", obligations: { timeoutMs: 5, encrypt: true } };
    const denied = { kind: "deny", code: "obligation_unmet", rule: "obligation_unmet", reason: "nobody knows the obligation encrypt" };
    expect(evaluate(answering(answer), call)).toMatchObject(denied);
    expect(await evaluate(answering(Promise.resolve(answer)), call)).toMatchObject(denied);
  });

  test("a decision whose getter throws", () => {
    const answer = Object.defineProperty({}, "kind", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    expect(evaluate(answering(answer), call)).toMatchObject({ kind: "deny", code: "gate_invalid" });
  });

  test.each([
    ["a hostile proxy", hostile()],
    ["a revoked proxy", revoked()],
  ])("%s", verifies("D2.gate-denies"), (_, answer) => {
    expect(evaluate(answering(answer), call)).toMatchObject({ kind: "deny", code: "gate_failed" });
  });

  test("a proxy that answers a promise, then not", async () => {
    let reads = 0;
    const answer = new Proxy({}, { get: (_target, key) => (key === "then" && reads++ === 0 ? () => {} : undefined) });
    expect(await evaluate(answering(answer), call)).toMatchObject({ kind: "deny", code: "gate_invalid" });
  });
});

describe("a policy that fails denies", () => {
  const problems: readonly [string, unknown, string][] = [
    ["an error", new Error("no database"), "no database"],
    ["text", "out of order", "out of order"],
    ["undefined", undefined, "undefined"],
    ["null", null, "null"],
    ["a symbol", Symbol("odd"), "Symbol(odd)"],
    ["an object without a text", Object.create(null), "an error without a text"],
    ["an error whose message is a symbol", Object.assign(new Error(), { message: Symbol("odd") }), "Symbol(odd)"],
    [
      "an error whose message is an object without a text",
      Object.assign(new Error(), { message: Object.create(null) }),
      "an error without",
    ],
    ["a hostile proxy", hostile(), "an error without a text"],
    ["a revoked proxy", revoked(), "an error without a text"],
    ["an AbortError of its own", new DOMException("fetch", "AbortError"), "fetch"],
    ["an error with a brand that is not true", Object.assign(new Error("odd"), { [Symbol.for("acta.cancellation")]: false }), "odd"],
  ];

  test.each(problems)("throws %s", verifies("D2.gate-denies"), (_, problem, text) => {
    const decision = evaluate(throwing(problem), call);
    expect(decision).toMatchObject({ kind: "deny", code: "gate_failed", rule: "gate_failed", policy: "gate" });
    expect(decision).toHaveProperty("reason", expect.stringContaining(text));
  });

  test.each(problems)("rejects with %s", verifies("D2.gate-denies"), async (_, problem, text) => {
    const decision = await evaluate(() => Promise.reject(problem), call);
    expect(decision).toMatchObject({ kind: "deny", code: "gate_failed" });
    expect(decision).toHaveProperty("reason", expect.stringContaining(text));
  });

  const thrower = () => {
    throw new Error("no");
  };
  const policies: readonly [string, unknown][] = [
    ["undefined", undefined],
    ["null", null],
    ["an object without decide", { id: "x" }],
    ["a decide that is no function", { id: "x", decide: true }],
    [
      "an id that throws",
      {
        decide: () => true,
        get id() {
          return thrower();
        },
      },
    ],
    ["an id without a text", { id: Object.create(null), decide: () => true }],
    [
      "a decide that throws when it is read",
      {
        id: "x",
        get decide() {
          return thrower();
        },
      },
    ],
    ["a revoked proxy", revoked()],
  ];
  test.each(policies)("is %s", verifies("D2.gate-denies"), (_, policy) => {
    expect(evaluate(policy as PolicyLike, call)).toMatchObject({ kind: "deny", code: "gate_failed" });
  });

  test.each([
    ["a `then` that throws when it is called", () => thrower],
    ["a `then` that throws when it is read", thrower],
  ])("answers with %s", verifies("D2.gate-denies"), async (_, read) => {
    const policy = thenableOf(read) as unknown as Gate;
    expect(await evaluate(policy, call)).toMatchObject({ kind: "deny", code: "gate_failed", reason: "the policy failed: no" });
  });

  test("answers with a thenable that answers yes, then no", async () => {
    const twice = thenableOf(() => (settle: (answer: unknown) => void) => {
      settle(true);
      settle(false);
    });
    expect(await evaluate(twice as unknown as Gate, call)).toEqual({ kind: "allow", policy: "gate" });
  });

  test.each([
    ["constructor", { get: thrower }],
    ["then", { value: thrower }],
    ["then", { value: () => undefined }],
  ])("answers with a promise whose own `%s` is replaced", async (key, property) => {
    vi.useFakeTimers();
    const answer = evaluate(answering(Object.defineProperty(Promise.resolve(true), key, property)), call, { timeoutMs: 5 });
    await vi.advanceTimersByTimeAsync(5);
    expect(await answer).toHaveProperty("code", expect.stringMatching(/^gate_(failed|timeout)$/));
    expect(vi.getTimerCount()).toBe(0);
  });
});
