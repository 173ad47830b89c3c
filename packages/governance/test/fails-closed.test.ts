import { noUnhandledRejections } from "@acta/test-kit";
import { expect, test } from "vitest";
import { evaluateAll } from "../src/combine.js";
import { allow, deny } from "../src/decision.js";
import { honoured } from "../src/obligations.js";
import type { PolicyLike } from "../src/policy.js";
import { attributeOf, rulePolicy } from "../src/rules.js";
import { PolicySet } from "../src/snapshot.js";
import { answering, hanging, rejecting, throwing } from "../src/testing.js";
import { callOf } from "./call.js";

noUnhandledRejections();

const call = callOf();
const later = (policy: Exclude<PolicyLike, (...values: never[]) => unknown>): PolicyLike => ({
  id: policy.id,
  decide: async (asked, options) => policy.decide(asked, options),
});
const needsTenant = rulePolicy({
  id: "tenant",
  version: "1",
  rules: [{ id: "foreign", effect: "deny", when: (asked) => attributeOf(asked, "tenant") !== "acme" }],
});
const encrypting = answering({ kind: "allow", obligations: { encrypt: true } });

async function corrupt(): Promise<PolicySet> {
  const policy = { ...answering(true) };
  const set = await PolicySet.load(() => [policy]);
  policy.version = "changed";
  return set;
}

/** What fails beside a policy that allows everything. */
const failures: readonly [string, string, () => PolicyLike | Promise<PolicyLike>][] = [
  ["throws", "gate_failed", () => throwing()],
  ["rejects", "gate_failed", () => rejecting()],
  ["throws a turn later", "gate_failed", () => later(throwing())],
  ["hangs", "gate_timeout", () => hanging()],
  ["answers junk", "gate_invalid", () => answering("yes")],
  ["answers junk a turn later", "gate_invalid", () => later(answering("yes"))],
  ["lacks an attribute", "attribute_missing", () => needsTenant],
  ["lacks an attribute a turn later", "attribute_missing", () => later(needsTenant)],
  ["obliges to something that nobody knows", "obligation_unmet", () => encrypting],
  ["obliges to something that nobody knows, a turn later", "obligation_unmet", () => later(encrypting)],
  ["is a corrupt snapshot", "snapshot_corrupt", corrupt],
  ["is a corrupt snapshot, asked a turn later", "snapshot_corrupt", async () => later(await corrupt())],
];

test.each(failures)("a policy that %s denies with %s, whatever others say", async (_, code, make) => {
  const policy = await make();
  for (const policies of [
    [policy, () => true],
    [() => true, policy],
  ]) {
    expect(await evaluateAll(policies, call, { timeoutMs: 5 })).toMatchObject({ kind: "deny", code });
  }
});

test("an obligation that the host cannot honour denies with its code", async () => {
  const decision = await evaluateAll([() => true, answering(allow({ obligations: { executor: "remote" } }))], call);
  expect(honoured(decision ?? allow(), { executor: (name) => name === "threads" })).toMatchObject({
    kind: "deny",
    code: "obligation_unmet",
  });
});

test("control: the same policies, in order, allow", async () => {
  const set = await PolicySet.load(() => [answering(true)]);
  const known = callOf();
  const asked = { ...known, attributes: { tenant: "acme" } };
  const policies = [answering(true), later(answering(true)), needsTenant, answering(allow({ obligations: { executor: "threads" } })), set];
  const decision = await evaluateAll(policies, asked, { timeoutMs: 1_000 });
  expect(honoured(decision ?? deny("nobody counts"), { executor: (name) => name === "threads" })).toMatchObject({ kind: "allow" });
});
