import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCallContext } from "../call-context.js";
import { evaluate } from "../evaluate.js";
import { AttributeMissing, attributeOf, type Rule, rulePolicy } from "../rules.js";

const call = createCallContext({ function: "pay", arguments: {}, attributes: { user: "ada", nothing: null }, at: 0 });
const when = (answer: boolean) => () => answer;
const throwing = () => {
  throw new Error("no database");
};
const missing = (of: Parameters<Rule["when"]>[0]) => attributeOf(of, "tenant") === "acme";
const policyOf = (...rules: readonly Rule[]) => rulePolicy({ id: "rules", version: "1", rules });
const decide = (...rules: readonly Rule[]) => evaluate(policyOf(...rules), call);

describe("rulePolicy", () => {
  test("the strictest rule that matches answers", () => {
    const rules: Rule[] = [
      { id: "a", effect: "allow", when: when(true), obligations: { timeoutMs: 5 } },
      { id: "e", effect: "escalate", when: when(true), approvers: ["ops"], reason: "large" },
      { id: "d", effect: "deny", when: when(true) },
    ];
    expect(decide(...rules)).toMatchObject({ kind: "deny", rule: "d" });
    expect(decide(...rules.slice(0, 2))).toMatchObject({
      kind: "escalate",
      rule: "e",
      approvers: ["ops"],
      reason: "large",
      obligations: { timeoutMs: 5 },
    });
    expect(decide(...rules.slice(0, 1))).toMatchObject({ kind: "allow", rule: "a", obligations: { timeoutMs: 5 } });
    expect(decide({ id: "a", effect: "allow", when: when(false) })).toMatchObject({ kind: "abstain" });
    expect(decide()).toMatchObject({ kind: "abstain" });
  });

  test.each([
    ["throws", throwing, "gate_failed"],
    ["lacks an attribute", missing, "attribute_missing"],
    ["answers no boolean", () => 1 as never, "gate_failed"],
    ["answers a promise", (() => Promise.resolve(false)) as never, "gate_failed"],
  ])("a rule that %s matches when it denies or escalates, and not when it allows", (_, broken, code) => {
    expect(decide({ id: "d", effect: "deny", when: broken })).toMatchObject({ kind: "deny", rule: "d", code });
    expect(decide({ id: "e", effect: "escalate", when: broken })).toMatchObject({ kind: "escalate", rule: "e" });
    expect(decide({ id: "a", effect: "allow", when: broken })).toMatchObject({ kind: "abstain" });
  });

  test("order never matters", async () => {
    const rule = fc.record({
      id: fc.constantFrom("a", "b", "c"),
      effect: fc.constantFrom("allow" as const, "deny" as const, "escalate" as const),
      when: fc.constantFrom(when(true), when(false), throwing, missing),
    });
    const shuffled = fc.array(rule).chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    const kindOf = (list: readonly Rule[]) => policyOf(...list).decide(call).kind;
    await fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(kindOf(other)).toBe(kindOf(list));
      }),
    );
  });

  test("explains each rule: which matched, which determined, and why", () => {
    const { rules } = policyOf(
      { id: "a", effect: "allow", when: when(true), reason: "own file" },
      { id: "b", effect: "allow", when: when(false), reason: "own file" },
      { id: "d", effect: "deny", when: missing },
    ).explain(call);
    expect(rules).toEqual([
      { rule: "a", effect: "allow", matched: true, determining: false, why: "own file" },
      { rule: "b", effect: "allow", matched: false, determining: false, why: "it does not hold for the call" },
      { rule: "d", effect: "deny", matched: true, determining: true, why: 'it could not be judged: the attribute "tenant" is missing' },
    ]);
  });

  test("a list that changes afterwards does not change it", () => {
    const rules: Rule[] = [{ id: "d", effect: "deny", when: when(true) }];
    const policy = rulePolicy({ id: "rules", version: "1", rules });
    rules.pop();
    expect(evaluate(policy, call)).toMatchObject({ kind: "deny" });
  });
});

describe("attributeOf", () => {
  test("gives what the host vouches for", () => {
    expect(attributeOf(call, "user")).toBe("ada");
  });

  test.each(["tenant", "nothing", "constructor", "__proto__"])("%s is missing", (name) => {
    expect(() => attributeOf(call, name)).toThrow(AttributeMissing);
  });

  test("the error is known to another copy of the package", () => {
    const error = new AttributeMissing("tenant");
    expect(error).toMatchObject({ code: "attribute_missing", attribute: "tenant", name: "AttributeMissing" });
    expect(AttributeMissing.isInstance(error)).toBe(true);
    expect(AttributeMissing.isInstance(new Error("x"))).toBe(false);
  });
});
