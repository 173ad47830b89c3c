import { allow, combine, createCallContext, deny, digest, escalate, evaluate, freezeJson, NotJson } from "@acta/governance";
import type { ScenarioCase } from "./scenario-case.js";

const call = createCallContext({ function: "pay", arguments: { cents: 5 } });

export const governanceCases: readonly ScenarioCase[] = [
  {
    name: "governance: the strictest answer counts",
    expected: ["deny", "too much"],
    actual: async () => {
      const policy = combine([() => allow(), async () => escalate("ask"), () => deny("too much")]);
      const decision = await evaluate(policy, call);
      return [decision.kind, decision.reason];
    },
  },
  {
    name: "governance: a policy that throws, hangs or talks junk denies",
    expected: ["gate_failed", "gate_timeout", "gate_invalid"],
    actual: async () => {
      const decisions = [
        await evaluate(() => {
          throw new Error("x");
        }, call),
        await evaluate(() => new Promise<never>(() => {}), call, { timeoutMs: 5 }),
        await evaluate(() => JSON.parse('"yes"'), call),
      ];
      return decisions.map((decision) => decision.kind === "deny" && decision.code);
    },
  },
  {
    name: "governance: arguments are copied, frozen and plain",
    expected: [true, true],
    actual: () => {
      const frozen = freezeJson({ list: [1, { two: 2 }] });
      try {
        freezeJson({ at: new Date() });
      } catch (error) {
        return [Object.isFrozen(frozen), NotJson.isInstance(error)];
      }
      return "a date was accepted";
    },
  },
  {
    name: "governance: a digest is SHA-256 and does not depend on the order of keys",
    expected: [true, 64],
    actual: async () => {
      const [one, other] = await Promise.all([digest({ a: 1, b: [null] }), digest({ b: [null], a: 1 })]);
      return [one === other, one.length];
    },
  },
];
