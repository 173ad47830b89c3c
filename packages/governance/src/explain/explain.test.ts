import { getEventListeners } from "node:events";
import { flush, hostile, noUnhandledRejections } from "@acta/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SpendingLimit, spendingExamples } from "../../test/spending-limit.js";
import { createCallContext } from "../call-context.js";
import { combine } from "../combine.js";
import { allow } from "../decision.js";
import { explain } from "../explain.js";
import { layer } from "../layers.js";
import type { Policy } from "../policy.js";
import { rulePolicy } from "../rules.js";
import { shadow } from "../shadow.js";
import { answering, hanging, recorded, rejecting, throwing } from "../testing.js";

noUnhandledRejections();
afterEach(() => {
  vi.useRealTimers();
});

const call = createCallContext({ function: "pay", arguments: { cents: 100 }, at: 0 });
const rules = rulePolicy({
  id: "rules",
  version: "1",
  rules: [
    { id: "small", effect: "allow", when: ({ arguments: { cents } }) => Number(cents) < 500 },
    { id: "blocked", effect: "deny", when: ({ attributes }) => attributes.blocked === true },
  ],
});

describe("explain", () => {
  test("tells every rule of every policy, and which determined", async () => {
    const explanation = await explain([rules, new SpendingLimit()], call);
    expect(explanation).toMatchObject({ enforced: false, decision: { kind: "allow" } });
    expect(explanation.policies.map(({ policy, determining }) => [policy, determining])).toEqual([
      ["rules", true],
      ["spending-limit", true],
    ]);
    expect(explanation.policies[0]?.rules).toEqual([
      { rule: "small", effect: "allow", matched: true, determining: true, why: "it holds for the call" },
      { rule: "blocked", effect: "deny", matched: false, determining: false, why: "it does not hold for the call" },
    ]);
    expect(explanation.determining.map(({ policy, rule }) => `${policy}: ${rule}`)).toEqual(["rules: small", "spending-limit: small"]);
  });

  test("a milder policy does not determine", async () => {
    const { decision, policies, determining } = await explain([rules, answering(false, "strict")], call);
    expect(decision).toMatchObject({ kind: "deny", policy: "strict" });
    expect(policies.map(({ policy, determining }) => [policy, determining])).toEqual([
      ["rules", false],
      ["strict", true],
    ]);
    expect(determining).toEqual([
      { policy: "strict", layer: undefined, rule: "strict", effect: "deny", matched: true, determining: true, why: "denied" },
    ]);
  });

  test("looks into policies that are made of others, and keeps labels", async () => {
    const reported = vi.fn();
    const policy = layer("organization", combine([rules, shadow(answering(false, "trial"), reported)], { id: "host" }));
    const { policies, determining } = await explain(policy, call);
    expect(policies.map(({ policy, within, layer, advisory, determining }) => [policy, within, layer, advisory, determining])).toEqual([
      ["host", [], "organization", false, true],
      ["rules", ["host"], "organization", false, true],
      ["shadow:trial", ["host"], "organization", true, false],
      ["trial", ["host", "shadow:trial"], "organization", false, false],
    ]);
    expect(determining.map(({ policy, layer, rule }) => [policy, layer, rule])).toEqual([["rules", "organization", "small"]]);
    await flush();
    expect(reported).not.toHaveBeenCalled();
  });

  test("enforces nothing, and leaves no trace", async () => {
    const policy = recorded(new SpendingLimit());
    for (let turn = 0; turn < 5; turn++) {
      expect(await explain(policy, spendingExamples.allow())).toMatchObject({ decision: { kind: "allow" } });
    }
    expect(policy.asked.every(({ enforced }) => !enforced)).toBe(true);
    expect(policy.settled).toEqual([]);
  });

  test("a default that abstains is a rule like any other", async () => {
    const rule = { rule: "default", effect: "abstain", matched: true, determining: true, why: "no rule holds" };
    const policy = { ...answering({ kind: "abstain", rule: "default" }), explain: () => ({ rules: [rule], decision: "own", text: null }) };
    const { policies, determining } = await explain([policy as Policy, () => true], call);
    expect(policies[0]).toMatchObject({ determining: false, rules: [rule] });
    expect(policies[0]).not.toHaveProperty("problem");
    expect(determining.map(({ policy }) => policy)).toEqual(["gate"]);
  });

  test("without a policy that counts there is no decision", async () => {
    expect(await explain([], call)).toEqual({ enforced: false, decision: null, policies: [], determining: [] });
    expect(await explain([shadow(rules, vi.fn())], call)).toMatchObject({ decision: null, determining: [] });
  });

  test("where all abstain, the denial has no determining rule", async () => {
    expect(await explain([answering({ kind: "abstain" })], call)).toMatchObject({ decision: { code: "gate_denied" }, determining: [] });
  });
});

describe("whatever a policy does, its explanation is a value", () => {
  test.each([
    ["throws", throwing(), "gate_failed"],
    ["rejects", rejecting(), "gate_failed"],
    ["answers junk", answering("yes"), "gate_invalid"],
    ["is a hostile proxy", hostile(), "gate_failed"],
    ["is null", null, "gate_failed"],
  ])("%s", async (_, policy, code) => {
    expect(await explain([policy as Policy], call)).toMatchObject({ decision: { kind: "deny", code }, determining: [{ rule: code }] });
  });

  test("cancels itself", async () => {
    const stop = Object.assign(new Error("stop"), { [Symbol.for("acta.cancellation")]: true });
    expect(await explain(throwing(stop), call)).toMatchObject({ decision: { kind: "deny", reason: "cancelled: stop" } });
  });

  test("hangs", async () => {
    vi.useFakeTimers();
    const explained = explain([hanging(), { ...answering(true), explain: () => new Promise(() => {}) } as Policy], call, { timeoutMs: 5 });
    await vi.advanceTimersByTimeAsync(10);
    expect(await explained).toMatchObject({
      decision: { code: "gate_timeout" },
      policies: [{}, { rules: [{ rule: "answering" }], problem: "its explanation failed: no answer within 5 ms" }],
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("takes its time, where it has more than a timer can count", async () => {
    vi.useFakeTimers();
    const policy = { ...answering(true), explain: () => new Promise((resolve) => setTimeout(resolve, 10, { rules: [] })) } as Policy;
    const explained = explain(policy, call, { timeoutMs: Number.POSITIVE_INFINITY });
    await vi.advanceTimersByTimeAsync(10);
    const { policies } = await explained;
    expect(policies.map(({ rules, problem }) => [rules, problem])).toEqual([[[], undefined]]);
  });

  test.each([
    ["nothing", undefined],
    ["no rules", {}],
    ["rules that are text", { rules: "all" }],
    ["a rule without an effect", { rules: [{ rule: "x", matched: true, determining: true, why: "" }] }],
    ["a rule with an unknown effect", { rules: [{ rule: "x", effect: "maybe", matched: true, determining: true, why: "" }] }],
    ["a rule that is null", { rules: [null] }],
    ["a truthy match", { rules: [{ rule: "x", effect: "allow", matched: 1, determining: true, why: "" }] }],
    ["a hostile proxy", hostile()],
  ])("explains itself with %s", async (_, told) => {
    const policy = { id: "odd", decide: () => allow({ rule: "own" }), explain: () => told } as Policy;
    const { policies } = await explain(policy, call);
    expect(policies).toMatchObject([{ rules: [{ rule: "own", effect: "allow" }], problem: expect.stringMatching(/^its explanation /) }]);
  });

  test("throws when it is asked to explain", async () => {
    const explain_ = () => {
      throw new Error("no");
    };
    const policy = { id: "odd", decide: () => true, explain: explain_ } as Policy;
    expect(await explain(policy, call)).toMatchObject({
      decision: { kind: "allow" },
      policies: [{ problem: "its explanation failed: no" }],
    });
  });

  test("is part of itself", async () => {
    const policy: Policy = {
      id: "loop",
      decide: () => true,
      get policies() {
        return [policy];
      },
    };
    expect((await explain(policy, call)).policies).toHaveLength(17);
  });

  test("has parts that cannot be read", async () => {
    const policy = { id: "x", decide: () => true, policies: hostile() } as unknown as Policy;
    expect(await explain(policy, call)).toMatchObject({ decision: { kind: "allow" }, policies: [{ policy: "x" }] });
  });
});

test.each([
  ["decides", hanging()],
  ["explains", { ...answering(true), explain: () => new Promise(() => {}) } as Policy],
])("an abort while a policy %s rejects with its reason, and leaves nothing behind", async (_, policy) => {
  const controller = new AbortController();
  const explained = explain(policy, call, { signal: controller.signal });
  await flush();
  controller.abort("enough");
  await expect(explained).rejects.toBe("enough");
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});
