import { posix } from "node:path";
import { combine, createCallContext, type Decision, evaluate } from "@acta/governance";
import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { PermissionPolicy } from "../src/permission-policy.js";
import { type Faults, oracle } from "./oracle.js";
import { RandomPolicies } from "./random-policies.js";

// ACTA_CASES=100000 npx vitest run packages/permissions/test, for all of them.
const cases = Number(process.env.ACTA_CASES ?? 3_000);
const timeout = 10_000 + cases * 5;

/** A machine without links. */
const fileSystem = { resolvePath: (path: string) => [posix.resolve("/home", path)] };
const load = (data: object) => PermissionPolicy.from(data, { fileSystem });
const context = ({ tool, values }: ReturnType<RandomPolicies["call"]>) =>
  createCallContext({ function: tool, arguments: values, callId: "c", at: 0 });

/** How often policy and oracle differ; the first difference in words. */
function compare(count: number, faults: Faults = {}) {
  const random = new RandomPolicies(20);
  const kinds = new Map<string, number>();
  const different: string[] = [];
  for (let done = 0; done < count; ) {
    const data = random.policy();
    const policy = load(data);
    for (let index = 0; index < 5 && done < count; index++, done++) {
      const call = random.call();
      const { kind, rule } = policy.decide(context(call));
      const expected = oracle(data, call.tool, call.values, faults);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (kind !== expected.kind || rule !== expected.rule) different.push(JSON.stringify({ data, call, got: { kind, rule }, expected }));
    }
  }
  return { different, kinds };
}

describe("an oracle that was written from the description of the rules alone", () => {
  test("answers as the policy does, by the same rule", { ...verifies("D5.permission-check"), timeout }, () => {
    const { different, kinds } = compare(cases);
    expect(different.slice(0, 3)).toEqual([]);
    for (const kind of ["allow", "deny", "escalate", "abstain"]) expect(kinds.get(kind) ?? 0).toBeGreaterThan(cases / 50);
  });

  test.each<Faults>([{ allowFirst: true }, { foldsAllow: true }, { forgetsDoubt: true }])("the comparison sees %j", (faults) => {
    expect(compare(5_000, faults).different.length).toBeGreaterThan(0);
  });
});

describe("several policies", () => {
  const decide = (policies: readonly PermissionPolicy[], call: ReturnType<typeof context>) =>
    (evaluate(combine(policies), call) as Decision).kind;

  test("answer alike in any order", { timeout }, () => {
    const random = new RandomPolicies(21);
    for (let index = 0; index < cases / 5; index++) {
      const [a, b, c] = [load(random.policy()), load(random.policy()), load(random.policy())] as const;
      const call = context(random.call());
      const kinds = [
        [a, b, c],
        [a, c, b],
        [b, a, c],
        [b, c, a],
        [c, a, b],
        [c, b, a],
      ].map((order) => decide(order, call));
      expect(new Set(kinds).size).toBe(1);
    }
  });

  /** [before, after] of policies and of one more denial. */
  function pairs(count: number, add: (policy: object, random: RandomPolicies) => object) {
    const random = new RandomPolicies(22);
    let [allowedBefore, allowedMore, changed] = [0, 0, 0];
    for (let index = 0; index < count; index++) {
      const data = random.policy();
      const call = context(random.call());
      const [before, after] = [load(data), load(add(data, random))].map((policy) => policy.decide(call).kind);
      if (before === "allow") allowedBefore++;
      if (before !== "allow" && after === "allow") allowedMore++;
      if (before !== after) changed++;
    }
    return { allowedBefore, allowedMore, changed };
  }
  // biome-ignore lint/suspicious/noExplicitAny: random data
  const addTo = (table: string) => (data: any, random: RandomPolicies) => {
    const key = random.pick([...Object.keys(data[table] ?? {}), "*", "bash", "READER"]);
    return { ...data, [table]: { ...data[table], [key]: [random.rule(), ...(data[table]?.[key] ?? [])] } };
  };

  test("a further denial never allows more", { timeout }, () => {
    const count = Math.min(cases, 20_000);
    const { allowedBefore, allowedMore, changed } = pairs(count, addTo("deny"));
    expect(allowedMore).toBe(0);
    expect(Math.min(allowedBefore, changed)).toBeGreaterThan(count / 50);
  });

  test("the count of these sees a further allow", () => {
    expect(pairs(2_000, addTo("allow")).allowedMore).toBeGreaterThan(10);
  });

  test("a further policy never allows more, unless all others abstained", { timeout }, () => {
    const random = new RandomPolicies(23);
    let allowed = 0;
    for (let index = 0; index < cases / 5; index++) {
      const [one, other] = [load(random.policy()), load(random.policy())] as const;
      const call = context(random.call());
      const alone = one.decide(call).kind;
      const together = decide([one, other], call);
      if (together === "allow") allowed++;
      if (alone !== "abstain" && alone !== "allow") expect(together).not.toBe("allow");
    }
    expect(allowed).toBeGreaterThan(10);
  });
});
