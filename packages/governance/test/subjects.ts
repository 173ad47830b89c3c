import { createCallContext } from "../src/call-context.js";
import type { PolicySubject } from "../src/conformance.js";
import type { Policy } from "../src/policy.js";
import { attributeOf, rulePolicy } from "../src/rules.js";
import { SpendingLimit, spendingCall, spendingExamples } from "./spending-limit.js";

/** The policy that answers in every way, changed by `breaks`. */
export function spendingSubject(name = "spending limit", breaks: (policy: SpendingLimit) => Policy = (policy) => policy): PolicySubject {
  return {
    name,
    capabilities: ["stateful", "explains"],
    create: () => breaks(new SpendingLimit()),
    examples: spendingExamples,
    limit: { admits: 3, call: spendingCall },
  };
}

const read = (path: unknown, attributes = {}) => createCallContext({ function: "read", arguments: { path }, attributes, at: 0 });

/** Rules that need an attribute. */
export const ruleSubject: PolicySubject = {
  name: "rules",
  capabilities: ["explains"],
  create: () =>
    rulePolicy({
      id: "tenant",
      version: "1",
      rules: [
        { id: "own-tenant", effect: "allow", when: (call) => call.arguments.path === attributeOf(call, "home") },
        { id: "blocked", effect: "deny", when: (call) => attributeOf(call, "blocked") === true },
        { id: "secret", effect: "escalate", when: (call) => String(call.arguments.path).endsWith(".key") },
      ],
    }),
  examples: {
    allow: () => read("/a", { home: "/a", blocked: false }),
    deny: () => read("/a", { home: "/a" }),
    escalate: () => read("/a.key", { home: "/a.key", blocked: false }),
    abstain: () => read("/b", { home: "/a", blocked: false }),
  },
};

/** A gate with promises. */
export const asyncSubject: PolicySubject = {
  name: "async",
  capabilities: [],
  create: () => ({ id: "async", version: "1", decide: async ({ arguments: { path } }) => path === "/a" }),
  examples: { allow: () => read("/a"), deny: () => read("/b") },
};
