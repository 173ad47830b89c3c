import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { strictest } from "./combine.js";
import { type Allow, abstain, allow, type Decision, defer, deny, escalate, type Obligations } from "./decision.js";

const kinds = ["deny", "defer", "escalate", "allow", "abstain"] as const;

const words = fc.option(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }), { nil: undefined });
const amount = fc.option(fc.nat(9), { nil: undefined });
const obligations: fc.Arbitrary<Obligations | undefined> = fc.option(
  fc.record({
    timeoutMs: amount,
    maxResultBytes: amount,
    executor: fc.constantFrom(undefined, undefined, "threads", "remote"),
    redact: words,
    notify: words,
  }),
  { nil: undefined },
);
const decisions: fc.Arbitrary<Decision> = fc.oneof(
  obligations.map((each) => allow({ obligations: each })),
  fc.constant(abstain()),
  fc.constant(escalate("ask")),
  fc.constant(defer("later", 1)),
  fc.constant(deny("no")),
);
/** Mostly allows, so that obligations meet. */
const allows: fc.Arbitrary<Decision> = fc.oneof(
  { weight: 9, arbitrary: obligations.map((each) => allow({ obligations: each })) },
  { weight: 1, arbitrary: decisions },
);
const shuffled = (each: fc.Arbitrary<Decision>) =>
  fc
    .array(each, { maxLength: 6 })
    .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })));

/** What must not depend on order: lists of obligations are sets. */
function essence(decision: Decision): unknown {
  if (decision.kind !== "allow") return { kind: decision.kind, code: decision.kind === "deny" ? decision.code : undefined };
  const { redact, notify, ...rest } = decision.obligations ?? {};
  return { kind: decision.kind, ...rest, redact: redact && new Set(redact), notify: notify && new Set(notify) };
}

describe("strictest", () => {
  test("is that of the strictest kind", () =>
    fc.assert(
      fc.property(
        fc.array(
          decisions.filter(({ kind }) => kind !== "allow"),
          { minLength: 1 },
        ),
        (list) => {
          const expected = kinds.find((kind) => list.some((decision) => decision.kind === kind));
          expect(strictest(list).kind).toBe(expected === "abstain" ? "deny" : expected);
        },
      ),
    ));

  test.each(kinds.slice(0, -1).map((kind, index) => [kind, kinds[index + 1] ?? kind] as const))(
    "%s is stricter than %s",
    (stricter, milder) => {
      const one: Readonly<Record<Decision["kind"], Decision>> = {
        deny: deny("no"),
        defer: defer("later", 1),
        escalate: escalate("ask"),
        allow: allow(),
        abstain: abstain(),
      };
      expect(strictest([one[milder], one[stricter]])).toBe(one[stricter]);
      expect(strictest([one[stricter], one[milder]])).toBe(one[stricter]);
    },
  );

  test("order never matters", () =>
    fc.assert(
      fc.property(fc.oneof(shuffled(decisions), shuffled(allows)), ([list, other]) => {
        expect(essence(strictest(other))).toEqual(essence(strictest(list)));
      }),
    ));

  test("asking in groups is never milder", () => {
    const rank = ({ kind }: Decision) => kinds.indexOf(kind);
    return fc.assert(
      fc.property(fc.array(allows), fc.array(allows), (some, others) => {
        const grouped = strictest([strictest(some), strictest(others)]);
        expect(rank(grouped)).toBeLessThanOrEqual(rank(strictest([...some, ...others])));
      }),
    );
  });

  test("of equally strict answers it is the first", () => {
    expect(strictest([allow(), deny("first"), deny("second")])).toMatchObject({ reason: "first" });
  });

  test.each([
    ["nothing", []],
    ["abstentions", [abstain(), abstain()]],
  ])("%s denies", (_, list) => {
    expect(strictest(list)).toMatchObject({ kind: "deny", code: "gate_denied", reason: "no policy had an opinion" });
  });
});

describe("obligations", () => {
  const merged = (...list: readonly Obligations[]) => strictest(list.map((each) => allow({ obligations: each })));

  test("the least number holds, and every name", () => {
    expect(
      merged(
        { timeoutMs: 5, maxResultBytes: 9, redact: ["card", "name"] },
        { timeoutMs: 3, notify: ["ops"], executor: "threads" },
        { maxResultBytes: 0, redact: ["card"], executor: "threads" },
      ),
    ).toEqual({
      kind: "allow",
      obligations: { timeoutMs: 3, maxResultBytes: 0, executor: "threads", redact: ["card", "name"], notify: ["ops"] },
    });
  });

  test("those of one allow hold beside another that has none", () => {
    expect(strictest([allow(), allow({ obligations: { timeoutMs: 5 } })])).toEqual({ kind: "allow", obligations: { timeoutMs: 5 } });
    expect(strictest([abstain(), allow({ reason: "fine" })])).toEqual({ kind: "allow", reason: "fine" });
  });

  test("what no allow obliges to is not invented", () => {
    expect(merged({ timeoutMs: 5, redact: [] }, { timeoutMs: 6, notify: [] })).toEqual({ kind: "allow", obligations: { timeoutMs: 5 } });
    expect(merged({ redact: ["card"] }, { notify: ["ops"] })).toEqual({
      kind: "allow",
      obligations: { redact: ["card"], notify: ["ops"] },
    });
  });

  test("an escalation carries them, so that an approval takes none away", () => {
    const allowed = [allow({ obligations: { timeoutMs: 5, redact: ["card"] } }), allow({ obligations: { timeoutMs: 3 } })];
    expect(strictest([...allowed, escalate("ask", { approvers: ["ops"] })])).toEqual({
      kind: "escalate",
      reason: "ask",
      approvers: ["ops"],
      obligations: { timeoutMs: 3, redact: ["card"] },
    });
    expect(
      strictest([escalate("ask", { obligations: { executor: "threads" } }), allow({ obligations: { executor: "remote" } })]),
    ).toMatchObject({
      kind: "deny",
      code: "obligation_unmet",
    });
    expect(strictest([...allowed, escalate("ask"), deny("no")])).toEqual(deny("no"));
  });

  test("several escalations take an approval by one whom all of them name, in the shortest time", () => {
    const two = [
      escalate("a", { approvers: ["ada", "grace"], expiresInMs: 9 }),
      escalate("b", { approvers: ["grace", "joan"], expiresInMs: 5 }),
      escalate("c"),
    ];
    const merged = { kind: "escalate", approvers: ["grace"], expiresInMs: 5 };
    expect(strictest(two)).toMatchObject({ ...merged, reason: "a" });
    expect(strictest(two.toReversed())).toMatchObject({ ...merged, reason: "c" });
    expect(strictest([escalate("a"), escalate("b")])).toEqual(escalate("a"));
  });

  test.each([
    ["two that name nobody in common", [escalate("a", { approvers: ["ada"] }), escalate("b", { approvers: ["joan"] })]],
    ["one that names nobody", [escalate("a", { approvers: [] }), allow()]],
  ])("an approval that nobody may give denies: %s", (_, decisions) => {
    expect(strictest(decisions)).toMatchObject({ kind: "deny", code: "gate_denied", reason: expect.stringContaining("nobody may give") });
  });

  test("two executors deny", () => {
    expect(merged({ executor: "threads" }, { executor: "remote" })).toMatchObject({
      kind: "deny",
      code: "obligation_unmet",
      reason: "two executors are required: threads, remote",
    });
  });

  test("a merged decision is never milder than any of its parts", () =>
    fc.assert(
      fc.property(fc.array(allows, { minLength: 1 }), (list) => {
        const result = strictest(list);
        const parts = list.filter((decision): decision is Allow => decision.kind === "allow");
        for (const { obligations: part } of result.kind === "allow" ? parts : []) {
          const whole = result.kind === "allow" ? result.obligations : undefined;
          if (part?.timeoutMs !== undefined) expect(whole?.timeoutMs).toBeLessThanOrEqual(part.timeoutMs);
          if (part?.executor !== undefined) expect(whole?.executor).toBe(part.executor);
          expect(whole?.redact ?? []).toEqual(expect.arrayContaining([...(part?.redact ?? [])]));
        }
      }),
    ));
});
