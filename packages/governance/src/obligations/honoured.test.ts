import { describe, expect, test } from "vitest";
import { abstain, allow, defer, deny, escalate } from "../decision.js";
import { honoured, type Supported, unmetObligations } from "../obligations.js";

const supported: Supported = {
  timeoutMs: true,
  executor: (name) => ["inline", "threads"].includes(name),
  notify: () => {
    throw new Error("no channel");
  },
  redact: () => "yes" as never,
};

describe("unmetObligations", () => {
  test.each([
    ["nothing", undefined, []],
    ["what is undefined", { redact: undefined }, []],
    ["an empty list", { notify: [], redact: [] }, []],
    ["what is supported", { timeoutMs: 5 }, []],
    ["a value that the host can honour", { executor: "threads" }, []],
    ["a value that it cannot", { executor: "remote" }, ["executor"]],
    ["what is not supported", { maxResultBytes: 5 }, ["maxResultBytes"]],
    ["a check that throws", { notify: ["ops"] }, ["notify"]],
    ["a check that answers no boolean", { redact: ["card"] }, ["redact"]],
    ["several", { timeoutMs: 1, maxResultBytes: 1, executor: "x" }, ["maxResultBytes", "executor"]],
    ["a name that every object inherits", JSON.parse('{"constructor":1,"__proto__":2}'), ["constructor", "__proto__"]],
  ])("%s", (_, obligations, unmet) => {
    expect(unmetObligations(obligations, supported)).toEqual(unmet);
  });
});

describe("honoured", () => {
  test("a decision whose obligations can be met is what it was", () => {
    for (const decision of [allow(), allow({ obligations: { timeoutMs: 5 } }), escalate("ask"), deny("no"), defer("later", 1), abstain()]) {
      expect(honoured(decision, supported)).toBe(decision);
    }
  });

  test.each([
    ["an allow", allow({ obligations: { timeoutMs: 5, maxResultBytes: 1 }, policy: "p", layer: "agent", snapshot: "s" })],
    ["an escalation", escalate("ask", { obligations: { maxResultBytes: 1 }, policy: "p", layer: "agent", snapshot: "s" })],
  ])("%s whose obligations cannot be met is denied", (_, decision) => {
    expect(honoured(decision, supported)).toEqual({
      kind: "deny",
      code: "obligation_unmet",
      rule: "obligation_unmet",
      reason: "cannot honour: maxResultBytes",
      policy: "p",
      layer: "agent",
      snapshot: "s",
    });
  });
});
