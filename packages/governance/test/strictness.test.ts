import * as fc from "fast-check";
import { expect, test } from "vitest";
import { evaluateAll } from "../src/combine.js";
import { abstain, allow, type Decision, defer, deny, escalate } from "../src/decision.js";
import { honoured } from "../src/obligations.js";
import type { PolicyLike } from "../src/policy.js";
import { answering, throwing } from "../src/testing.js";
import { callOf } from "./call.js";

const call = callOf();
const obligations = fc.record(
  {
    timeoutMs: fc.nat(9),
    maxResultBytes: fc.nat(9),
    executor: fc.constantFrom("threads", "remote"),
    redact: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
    notify: fc.array(fc.constantFrom("x", "y"), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const policies: fc.Arbitrary<PolicyLike> = fc.oneof(
  { weight: 9, arbitrary: obligations.map((each) => answering(allow({ obligations: each }))) },
  fc.constant(answering(abstain())),
  obligations.map((each) => answering(escalate("ask", { obligations: each }))),
  fc.constantFrom<PolicyLike>(answering(defer("later", 1)), answering(false), throwing(), answering("junk"), () => true, {
    ...answering(false),
    advisory: true,
  }),
);
const lists = fc.array(policies, { maxLength: 6 });
const supported = { timeoutMs: true, maxResultBytes: true, redact: true, executor: (name: string) => name === "threads" } as const;

/** As a host decides that can honour some obligations. */
const decide = (list: readonly PolicyLike[]): Decision =>
  honoured((evaluateAll(list, call) as Decision | null) ?? deny("nobody counts"), supported);

/** How far a decision lets a call: it may run, may run when somebody approves it, may not run. */
const reach = ({ kind }: Decision) => (kind === "allow" ? 2 : kind === "escalate" ? 1 : 0);

/** What must not depend on order: lists of obligations are sets. */
function essence(decision: Decision): unknown {
  if (!("obligations" in decision) || decision.obligations === undefined) return decision.kind;
  const { redact, notify, ...rest } = decision.obligations;
  return { kind: decision.kind, ...rest, redact: new Set(redact), notify: new Set(notify) };
}

test("the order of policies never matters", async () => {
  const shuffled = lists.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
  await fc.assert(
    fc.property(shuffled, ([list, other]) => {
      expect(essence(decide(other))).toEqual(essence(decide(list)));
    }),
    { numRuns: 2_000 },
  );
});

test("20,000 pairs: one more denial never allows more, and denies", async () => {
  let allowedBefore = 0;
  await fc.assert(
    fc.property(lists, fc.nat(6), (list, place) => {
      const [before, after] = [decide(list), decide(list.toSpliced(place, 0, answering(false, "added")))];
      if (before.kind === "allow") allowedBefore++;
      if (after.kind !== "deny" || reach(after) > reach(before)) throw new Error(`${before.kind} became ${after.kind}`);
    }),
    { numRuns: 20_000 },
  );
  // Control: the denial took something away.
  expect(allowedBefore).toBeGreaterThan(500);
}, 60_000);

test("5,000 pairs: one more policy of any kind never allows more, unless there was none that had an opinion", async () => {
  await fc.assert(
    fc.property(lists, policies, (list, added) => {
      const before = decide(list);
      const after = decide([...list, added]);
      const hadNoOpinion = before.kind === "deny" && before.code === "gate_denied" && before.policy === undefined;
      if (!hadNoOpinion && before.reason !== "nobody counts" && reach(after) > reach(before))
        throw new Error(`${before.kind} became ${after.kind}`);
    }),
    { numRuns: 5_000 },
  );
});

test("control: a merge that forgets obligations is found by the same comparison", () => {
  const list = [answering(allow({ obligations: { executor: "remote" } })), answering(true)];
  expect(decide(list).kind).toBe("deny");
  expect(decide(list.slice(1)).kind).toBe("allow");
});
