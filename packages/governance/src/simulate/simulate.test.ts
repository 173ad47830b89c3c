import { describe, expect, test } from "vitest";
import { createCallContext } from "../call-context.js";
import { abstain, allow, type Decision, defer, deny, escalate } from "../decision.js";
import type { Gate } from "../policy.js";
import { type RecordedCall, simulate } from "../simulate.js";
import { answering, recorded, throwing } from "../testing.js";

const of = (index: number, decision: Decision): RecordedCall => ({
  call: createCallContext({ function: "pay", arguments: { index }, callId: `${index}`, at: index }),
  decision,
});
const before = [allow(), deny("no"), escalate("ask"), defer("later", 1), abstain()].map((decision, index) => of(index, decision));
const indexes = (list: { readonly calls: readonly { readonly call: { readonly arguments: object } }[] }) =>
  list.calls.map(({ call }) => call.arguments);

describe("simulate", () => {
  const candidates: readonly [string, Gate, object][] = [
    ["denies", () => false, { newlyDenied: 3, newlyAllowed: 0, newlyEscalated: 0, newlyDeferred: 0, unchanged: 2 }],
    ["allows", () => true, { newlyDenied: 0, newlyAllowed: 4, newlyEscalated: 0, newlyDeferred: 0, unchanged: 1 }],
    ["escalates", () => escalate("ask"), { newlyDenied: 0, newlyAllowed: 0, newlyEscalated: 4, newlyDeferred: 0, unchanged: 1 }],
    ["defers, late", async () => defer("later", 1), { newlyDenied: 0, newlyAllowed: 0, newlyEscalated: 0, newlyDeferred: 4, unchanged: 1 }],
    ["abstains, which denies", () => abstain(), { newlyDenied: 3, newlyAllowed: 0, newlyEscalated: 0, newlyDeferred: 0, unchanged: 2 }],
  ];
  test.each(candidates)("counts what a candidate that %s changes", async (_, candidate, expected) => {
    const { newlyDenied, newlyAllowed, newlyEscalated, newlyDeferred, ...rest } = await simulate(candidate, before);
    expect({
      newlyDenied: newlyDenied.count,
      newlyAllowed: newlyAllowed.count,
      newlyEscalated: newlyEscalated.count,
      newlyDeferred: newlyDeferred.count,
      unchanged: rest.unchanged,
    }).toEqual(expected);
    expect(rest).toMatchObject({ enforced: false, total: before.length, unreadable: 0 });
  });

  test("names the calls, with what was and would be decided", async () => {
    const { newlyDenied } = await simulate([() => true, answering(false, "strict")], before.slice(0, 1));
    expect(newlyDenied).toEqual({
      count: 1,
      calls: [{ call: before[0]?.call, before: allow(), after: expect.objectContaining({ policy: "strict" }) }],
    });
  });

  test("reads records one after the other, from whatever gives them, and keeps as many as it may", async () => {
    async function* many() {
      for (let index = 0; index < 500; index++) yield of(index, allow());
    }
    const { newlyDenied, total } = await simulate(() => false, many(), { maxCalls: 2 });
    expect([total, newlyDenied.count, indexes(newlyDenied)]).toEqual([500, 500, [{ index: 0 }, { index: 1 }]]);
  });

  test("enforces nothing", async () => {
    const candidate = recorded(() => true);
    await simulate(candidate, before);
    expect(candidate.asked.map(({ enforced }) => enforced)).toEqual(before.map(() => false));
    expect(candidate.settled).toEqual([]);
  });

  test("a candidate that fails denies", async () => {
    const stop = Object.assign(new Error("stop"), { [Symbol.for("acta.cancellation")]: true });
    const { newlyDenied } = await simulate(throwing(), before.slice(0, 1));
    expect(newlyDenied.calls).toMatchObject([{ after: { code: "gate_failed" } }]);
    expect(await simulate(throwing(stop), before.slice(0, 1))).toMatchObject({
      newlyDenied: { calls: [{ after: { reason: "cancelled: stop" } }] },
    });
  });

  test("policies of which none counts deny", async () => {
    expect(await simulate([], before.slice(0, 1))).toMatchObject({ newlyDenied: { count: 1 } });
  });

  const call = createCallContext({ function: "pay", arguments: {}, at: 0 });
  test.each([
    ["null", null],
    ["no call", { decision: allow() }],
    ["a call without arguments", { call: { function: "f", callId: "1", at: 0 }, decision: allow() }],
    ["arguments with a key __proto__", { call: { ...call, arguments: JSON.parse('{"__proto__":{"x":1}}') }, decision: allow() }],
    ["a call without a time", { call: { ...call, at: undefined }, decision: allow() }],
    ["a function that is no text", { call: { ...call, function: 7 }, decision: allow() }],
    ["no decision", { call }],
    ["a decision of an unknown kind", { call, decision: { kind: "maybe" } }],
  ])("counts %s as unreadable, and goes on", async (_, record) => {
    expect(await simulate(() => false, [record as never, of(1, allow())])).toMatchObject({
      total: 2,
      unreadable: 1,
      newlyDenied: { count: 1 },
    });
  });

  test("stops when it is aborted, also while it waits for a policy", async () => {
    await expect(simulate(() => true, before, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
    const controller = new AbortController();
    const candidate: Gate = () => {
      controller.abort("enough");
      return new Promise(() => {});
    };
    await expect(simulate(candidate, before, { signal: controller.signal })).rejects.toBe("enough");
  });

  test("rejects with what the records throw", async () => {
    function* torn() {
      yield of(0, allow());
      throw new Error("torn");
    }
    await expect(simulate(() => true, torn())).rejects.toThrow("torn");
  });
});
