import { createCallContext, evaluate } from "@acta/governance";
import { explain } from "@acta/governance/explain";
import { PolicySet } from "@acta/governance/snapshot";
import { describe, expect, test } from "vitest";
import { pay, policies } from "../test/cedar-subject.js";
import { CedarPolicy, InvalidCedar } from "./index.js";

const policy = new CedarPolicy({ policies });
const deciding = (text: string, call = pay({ cents: 1 })) => evaluate(new CedarPolicy({ policies: text }), call);

describe("a decision", () => {
  test("names the policies that determined it", () => {
    expect(evaluate(policy, pay({ cents: 500 }))).toEqual({ kind: "allow", policy: "cedar", rule: "small", reason: "permitted by small" });
    expect(evaluate(policy, pay({ cents: 1 }, { blocked: true }))).toMatchObject({
      kind: "deny",
      rule: "blocked",
      code: "permission_denied",
    });
    expect(evaluate(policy, pay({ cents: 501 }))).toMatchObject({ kind: "deny", rule: "default", code: "permission_denied" });
    const both = '@id("b") permit(principal, action, resource); @id("a") permit(principal, action, resource);';
    expect(deciding(both)).toMatchObject({ kind: "allow", rule: "a, b" });
  });

  test("the default may be an abstention", () => {
    expect(evaluate(new CedarPolicy({ policies, default: "abstain" }), pay({ cents: 501 }))).toMatchObject({ kind: "abstain" });
    expect(evaluate(new CedarPolicy({ policies, default: "allow" as never }), pay({ cents: 501 }))).toMatchObject({ kind: "deny" });
  });

  test.each([
    ["the tool as action", 'action == Action::"pay"', true],
    ["the tool as resource", 'resource == Tool::"pay"', true],
    ["another tool", 'action == Action::"pay2"', false],
    ["the branch as principal", 'principal == Branch::"b"', true],
    ["facts of the host", 'principal.user == "ada"', true],
    ["another fact", 'principal.user == "eve"', false],
    ["a fraction as decimal", 'context.arguments.rate.lessThan(decimal("2.0"))', true],
    ["null as absent", "context.arguments has nothing", false],
    ["the effect", 'context.effect == "unsafe"', true],
    ["the time", "context.at == 0", true],
    ["lists", 'context.arguments.names.contains("x")', true],
    ["nested records", "context.arguments.deep.er == 1", true],
  ])("sees %s", (_, condition, expected) => {
    const call = pay({ cents: 1, rate: 1.5, nothing: null, names: ["x"], deep: { er: 1 } }, { user: "ada" });
    expect(deciding(`permit(principal, action, resource) when { ${condition} };`, call)).toMatchObject({
      kind: expected ? "allow" : "deny",
    });
  });
});

describe("an error while a policy is evaluated denies", () => {
  const permit = '@id("all") permit(principal, action, resource);';

  test.each([
    ["a forbid that lacks an attribute", `${permit} @id("x") forbid(principal, action, resource) when { context.arguments.missing == 1 };`],
    ["a permit that lacks an attribute", `${permit} @id("x") permit(principal, action, resource) when { principal.tenant == "acme" };`],
    ["a wrong type", `${permit} @id("x") forbid(principal, action, resource) when { context.arguments.cents like "a*" };`],
    ["an overflow", `${permit} @id("x") forbid(principal, action, resource) when { context.arguments.cents + 9223372036854775807 == 0 };`],
  ])("%s", (_, text) => {
    expect(deciding(text)).toMatchObject({
      kind: "deny",
      code: "gate_failed",
      rule: "x",
      reason: expect.stringContaining("Cedar cannot judge the call: x: "),
    });
  });

  test("control: without the error it is allowed", () => {
    expect(deciding(permit)).toMatchObject({ kind: "allow" });
  });
});

describe("what Cedar cannot carry is denied", () => {
  const all = new CedarPolicy({ policies: "permit(principal, action, resource);" });

  test.each([
    ["a number beyond Cedar's", { cents: 1e300 }],
    ["a fraction of five digits", { cents: 0.12345 }],
    ["a tiny fraction", { cents: 1e-7 }],
    ["an integer that is not safe", { cents: 2 ** 53 }],
    ["null in a list", { list: [null] }],
    ["half a character", { text: "\ud800" }],
    ["half a character as key", { "\udc00": 1 }],
    ["too much", { text: "x".repeat(500_001) }],
    ["too many", { list: Array(50_001).fill([]) }],
    ["an entity of the model's making", { user: { __entity: { type: "User", id: "root" } } }],
    ["an extension value of the model's making", { deep: [{ __extn: { fn: "ip", arg: "10.0.0.1" } }] }],
    ["an expression of the model's making", { __expr: "principal" }],
  ])("%s", (_, input) => {
    expect(evaluate(all, pay(input))).toMatchObject({ kind: "deny", code: "gate_failed", rule: "cedar_unsupported" });
  });

  test("half a character in the name of a tool", () => {
    expect(evaluate(all, createCallContext({ function: "\ud800", arguments: {} }))).toMatchObject({
      kind: "deny",
      rule: "cedar_unsupported",
    });
  });

  test("control: anything else is allowed, an entity of the host included", () => {
    const attributes = { manager: { __entity: { type: "User", id: "ada" } } };
    const call = pay({ cents: -1.25, text: "𝄞", deep: { constructor: 1 }, empty: [] }, attributes);
    expect(evaluate(all, call)).toMatchObject({ kind: "allow" });
    const managed = 'permit(principal, action, resource) when { principal.manager == User::"ada" };';
    expect(deciding(managed, pay({}, attributes))).toMatchObject({ kind: "allow" });
  });
});

describe("text that cannot be used is refused when it is loaded", () => {
  const schema =
    'entity Branch, Tool; action "pay" appliesTo { principal: Branch, resource: Tool, context: { arguments: { cents: Long } } };';
  test.each([
    ["no Cedar", { policies: "permit(" }, "invalid_policies"],
    ["no text", { policies: 5 }, "invalid_policies"],
    ["a template", { policies: "permit(principal == ?principal, action, resource);" }, "invalid_policies"],
    [
      "an id twice",
      { policies: '@id("x") permit(principal, action, resource); @id("x") forbid(principal, action, resource);' },
      "invalid_policies",
    ],
    ["an id with a comma", { policies: '@id("x, y") permit(principal, action, resource);' }, "invalid_policies"],
    ["an empty id", { policies: '@id("") permit(principal, action, resource);' }, "invalid_policies"],
    ["the id __proto__", { policies: '@id("__proto__") permit(principal, action, resource);' }, "invalid_policies"],
    ["a schema that is none", { policies, schema: "entity Bra nch" }, "invalid_schema"],
    ["a schema that is no text", { policies, schema: {} }, "invalid_schema"],
    [
      "an attribute that the schema does not have",
      { policies: "permit(principal, action, resource) when { context.arguments.cnts < 5 };", schema },
      "validation_failed",
    ],
  ])("%s", (_, options, code) => {
    const making = () => new CedarPolicy(options as never);
    expect(making).toThrow(InvalidCedar);
    expect(making).toThrow(expect.objectContaining({ code, problems: [expect.any(String)] }));
  });

  test("control: policies that fit the schema are loaded", () => {
    const fitting = new CedarPolicy({ policies: "permit(principal, action, resource) when { context.arguments.cents < 5 };", schema });
    expect(evaluate(fitting, pay({ cents: 1 }))).toMatchObject({ kind: "allow", rule: "policy0" });
  });

  test("the error is known to another copy of the package", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const values = [new InvalidCedar("invalid_policies", ["x"]), { [Symbol.for("acta.invalid-cedar")]: true }, new Error("x"), null, proxy];
    expect(values.map(InvalidCedar.isInstance)).toEqual([true, true, false, false, false]);
  });
});

test("equal policies have equal versions, and any difference shows", () => {
  const versions = [
    { policies },
    { policies, default: "abstain" as const },
    { policies: `${policies} permit(principal, action, resource);` },
  ];
  expect(new CedarPolicy({ policies }).version).toBe(policy.version);
  expect(new Set(versions.map((options) => new CedarPolicy(options).version)).size).toBe(3);
});

test("several policies at once do not get in each other's way", () => {
  const [yes, no] = ["permit", "forbid"].map((effect) => new CedarPolicy({ policies: `${effect}(principal, action, resource);` }));
  expect([yes, no, yes].map((one) => (one ? evaluate(one, pay({})) : null))).toMatchObject([
    { kind: "allow" },
    { kind: "deny" },
    { kind: "allow" },
  ]);
});

test("explain tells every policy that matches, not only those that determine", async () => {
  const { determining, policies: explained } = await explain(policy, pay({ cents: 1 }, { blocked: true }));
  expect(determining.map(({ rule }) => rule)).toEqual(["blocked"]);
  expect(explained[0]?.rules.map(({ rule, effect, matched, determining }) => [rule, effect, matched, determining])).toEqual([
    ["small", "allow", true, false],
    ["read", "allow", false, false],
    ["blocked", "deny", true, true],
  ]);
});

test("a policy set shows its rules, and replaces it as any other", async () => {
  const set = await PolicySet.load(() => [policy]);
  expect(set.snapshot.policies).toMatchObject([
    { id: "cedar", version: policy.version, rules: { default: "deny", policies: { blocked: expect.any(String) } } },
  ]);
  const swap = await set.swap(() => [new CedarPolicy({ policies: "permit(" })]);
  expect(swap).toMatchObject({ kind: "kept", error: { code: "load_failed", cause: { code: "invalid_policies" } } });
  expect(evaluate(set, pay({ cents: 1 }))).toMatchObject({ kind: "allow", snapshot: set.version });
});
