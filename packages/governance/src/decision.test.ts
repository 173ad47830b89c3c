import { describe, expect, test } from "vitest";
import { abstain, allow, type Decision, type DenialCode, defer, deny, escalate, isDecision } from "./decision.js";
import type { Json } from "./json.js";

const said = { rule: "r1", advice: { seen: true }, policy: "p" };

describe("constructors", () => {
  test.each<readonly [Decision, Decision]>([
    [allow(), { kind: "allow" }],
    [
      allow({ ...said, reason: "fine", obligations: { timeoutMs: 1 } }),
      { ...said, kind: "allow", reason: "fine", obligations: { timeoutMs: 1 } },
    ],
    [allow({ obligations: { timeoutMs: 0, maxResultBytes: 0 } }), { kind: "allow", obligations: { timeoutMs: 0, maxResultBytes: 0 } }],
    [deny("no"), { kind: "deny", reason: "no" }],
    [deny("no", { ...said, code: "permission_denied" }), { ...said, kind: "deny", reason: "no", code: "permission_denied" }],
    [
      escalate("ask", { ...said, approvers: ["ocean"], expiresInMs: 5 }),
      { ...said, kind: "escalate", reason: "ask", approvers: ["ocean"], expiresInMs: 5 },
    ],
    [defer("later", 9, said), { ...said, kind: "defer", reason: "later", retryAt: 9 }],
    [abstain(said), { ...said, kind: "abstain" }],
  ])("%o", (made, expected) => {
    expect(made).toEqual(expected);
    expect(isDecision(made as unknown as Json)).toBe(true);
  });

  test("what else was said cannot change the kind or the reason", () => {
    expect(allow({ kind: "deny" } as object)).toEqual({ kind: "allow" });
    expect(deny("no", { kind: "allow", reason: "fine" } as object)).toEqual({ kind: "deny", reason: "no" });
    expect(escalate("ask", { kind: "allow" } as object)).toHaveProperty("kind", "escalate");
    expect(defer("later", 9, { retryAt: 0 } as object)).toHaveProperty("retryAt", 9);
    expect(abstain({ kind: "allow" } as object)).toEqual({ kind: "abstain" });
  });
});

describe("isDecision", () => {
  test.each<DenialCode>(["gate_denied", "permission_denied", "gate_failed", "gate_invalid", "gate_timeout", "obligation_unmet"])(
    "a denial may hand on the code %s",
    (code) => {
      expect(isDecision({ kind: "deny", reason: "no", code })).toBe(true);
    },
  );

  test.each<Json>([
    true,
    null,
    1,
    "allow",
    [],
    ["allow"],
    {},
    { kind: null },
    { kind: "allow", code: "gate_denied" },
    { kind: "defer", reason: "x" },
  ])("%o is none", (value) => {
    expect(isDecision(value)).toBe(false);
  });
});
