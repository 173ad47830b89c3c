import { deferred, flush, noUnhandledRejections } from "@acta/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { callOf } from "../../test/call.js";
import { SpendingLimit, spendingCall } from "../../test/spending-limit.js";
import { combine } from "../combine.js";
import type { Decision } from "../decision.js";
import { evaluate } from "../evaluate.js";
import { explain } from "../explain.js";
import type { PolicyLike } from "../policy.js";
import { PolicySet, takeSnapshot } from "../snapshot.js";
import { answering, hanging, latched, recorded, rejecting } from "../testing.js";

noUnhandledRejections();
afterEach(() => {
  vi.useRealTimers();
});

const call = callOf();
const allowAll = () => [answering(true, "allow-all")];
const denyAll = () => [answering(false, "deny-all")];
const digestOf = async (policies: readonly PolicyLike[]) => (await takeSnapshot(policies)).digest;

describe("a policy set", () => {
  test("is a policy whose version is the digest, and each decision names it", async () => {
    const set = await PolicySet.load(allowAll, { id: "host" });
    const digest = await digestOf(allowAll());
    expect(set).toMatchObject({ id: "host", version: digest, snapshot: { digest, policies: [{ id: "allow-all" }] } });
    expect(evaluate(set, call)).toEqual({ kind: "allow", policy: "host", snapshot: digest });
    expect(evaluate(combine([set]), call)).toEqual({ kind: "allow", policy: "combined", snapshot: digest });
  });

  test("answers at once when its policies do, and late when they do", async () => {
    expect(evaluate(await PolicySet.load(allowAll), call)).not.toBeInstanceOf(Promise);
    const set = await PolicySet.load(() => [answering(Promise.resolve(true))]);
    const answer = evaluate(set, call);
    expect(answer).toBeInstanceOf(Promise);
    expect(await answer).toMatchObject({ kind: "allow", snapshot: set.version });
  });

  test("denies when its policies abstain or there are none", async () => {
    for (const policies of [[], [answering({ kind: "abstain" })]]) {
      const set = await PolicySet.load(() => policies);
      expect(evaluate(set, call)).toMatchObject({ kind: "deny", code: "gate_denied", snapshot: set.version });
    }
  });

  test("a denial for being late names its snapshot", async () => {
    vi.useFakeTimers();
    const loading = PolicySet.load(() => [hanging()]);
    const set = await loading;
    const answer = evaluate(set, call, { timeoutMs: 5 });
    await vi.advanceTimersByTimeAsync(5);
    expect(await answer).toMatchObject({ kind: "deny", code: "gate_timeout", snapshot: set.version });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("also when it was asked again by others meanwhile, and no later than asked for", async () => {
    const slow = latched(true);
    const set = await PolicySet.load(() => [slow]);
    vi.useFakeTimers();
    const answer = evaluate(set, call, { timeoutMs: 5 });
    await vi.advanceTimersByTimeAsync(3);
    const swapping = set.swap(() => [hanging()]);
    while (set.snapshot.policies[0]?.id !== "hanging") await flush();
    slow.open();
    await vi.advanceTimersByTimeAsync(2);
    expect(await answer).toMatchObject({ kind: "deny", code: "gate_timeout", snapshot: set.version });
    await swapping;
    await vi.runAllTimersAsync();
  });

  test("a cancellation is handed on", async () => {
    const stop = Object.assign(new Error("stop"), { [Symbol.for("acta.cancellation")]: true });
    await expect(evaluate(await PolicySet.load(() => [rejecting(stop)]), call)).rejects.toBe(stop);
  });

  test("can be explained", async () => {
    const set = await PolicySet.load(denyAll);
    expect(await explain(set, call)).toMatchObject({ decision: { snapshot: set.version }, determining: [{ policy: "deny-all" }] });
  });
});

describe("a swap", () => {
  test("replaces all policies at once, and says of what and by what", async () => {
    const set = await PolicySet.load(allowAll);
    const previous = set.version;
    expect(await set.swap(denyAll)).toEqual({ kind: "swapped", digest: await digestOf(denyAll()), previous });
    expect(evaluate(set, call)).toMatchObject({ kind: "deny", snapshot: set.version });
    expect(set.version).not.toBe(previous);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no file");
      },
      "load_failed",
    ],
    ["rejects", () => Promise.reject(new Error("no file")), "load_failed"],
    ["gives no list", () => null, "invalid_policies"],
    ["gives no policy", () => [{}], "invalid_policies"],
    ["gives a gate", () => [() => true], "unversioned_policy"],
    ["gives a policy without a version", () => [{ id: "x", decide: () => true }], "unversioned_policy"],
  ])("whose source %s keeps the policies before it, and says so", async (_, source, code) => {
    const set = await PolicySet.load(allowAll);
    const digest = set.version;
    expect(await set.swap(source as never)).toMatchObject({ kind: "kept", digest, error: { name: "InvalidSnapshot", code } });
    expect(evaluate(set, call)).toMatchObject({ kind: "allow", snapshot: digest });
    await expect(PolicySet.load(source as never)).rejects.toMatchObject({ code });
  });

  test("takes only the policies that are expected, if any are", async () => {
    const digest = await digestOf(denyAll());
    const set = await PolicySet.load(denyAll, { digest });
    expect(await set.swap(allowAll, { digest })).toMatchObject({ kind: "kept", digest, error: { code: "digest_mismatch" } });
    expect(await set.swap(denyAll, { digest })).toMatchObject({ kind: "swapped" });
  });

  test("of several, the one that was asked for last stays, however long each loads", async () => {
    const set = await PolicySet.load(allowAll);
    const slow = deferred<PolicyLike[]>();
    const first = set.swap(() => slow.promise);
    expect(await set.swap(denyAll)).toMatchObject({ kind: "swapped" });
    slow.resolve(allowAll());
    expect(await first).toEqual({ kind: "superseded", digest: set.version });
    expect(evaluate(set, call)).toMatchObject({ kind: "deny" });
  });

  test("that fails does not stand in the way of an earlier one", async () => {
    const set = await PolicySet.load(allowAll);
    const slow = deferred<PolicyLike[]>();
    const first = set.swap(() => slow.promise);
    expect(await set.swap(() => [null as never])).toMatchObject({ kind: "kept" });
    slow.resolve(denyAll());
    expect(await first).toMatchObject({ kind: "swapped" });
  });

  test("a list that changes afterwards does not change the set", async () => {
    const policies = allowAll();
    const set = await PolicySet.load(() => policies);
    policies.splice(0, 1, ...denyAll());
    expect(evaluate(set, call)).toMatchObject({ kind: "allow" });
  });
});

describe("a call that is being decided when the policies are replaced", () => {
  async function swapped(old: boolean | Decision, source: () => readonly PolicyLike[]) {
    const slow = latched(old);
    const set = await PolicySet.load(() => [slow]);
    const { version } = set;
    const answer = evaluate(set, call);
    const swap = await set.swap(source);
    slow.open();
    return { decision: await answer, old: version, now: set.version, swap };
  }

  test("is decided anew, so that nothing is allowed that the new ones deny", async () => {
    const { decision, now } = await swapped(true, denyAll);
    expect(decision).toMatchObject({ kind: "deny", snapshot: now });
  });

  test("control: without the swap it is allowed", async () => {
    const slow = latched(true);
    const answer = evaluate(await PolicySet.load(() => [slow]), call);
    slow.open();
    expect(await answer).toMatchObject({ kind: "allow" });
  });

  test("names the snapshot of the new ones when they allow it too", async () => {
    const { decision, now } = await swapped(true, allowAll);
    expect(decision).toMatchObject({ kind: "allow", snapshot: now });
  });

  test("stays denied when it was denied", async () => {
    const { decision, old } = await swapped(false, allowAll);
    expect(decision).toMatchObject({ kind: "deny", snapshot: old });
  });
});

describe("a decision that is made just before a swap is acknowledged", () => {
  test.each(Array.from({ length: 60 }, (_, steps) => steps))(
    "reaches whoever asked before that, whatever the %i steps between them",
    async (steps) => {
      const set = await PolicySet.load(() => [{ id: "waiting", version: "1", decide: async () => true }]);
      // Without the detour over a thread the swap takes a few steps, as the decision does.
      const { digest } = await takeSnapshot(denyAll());
      const bytes = Uint8Array.from(digest.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)).buffer;
      const hashing = vi.spyOn(crypto.subtle, "digest").mockImplementation(() => Promise.resolve(bytes));
      let isAcknowledged = false;
      const answered = Promise.resolve(evaluate(set, call)).then(({ kind }) => ({ kind, isAcknowledged }));
      const swapping = set
        .swap(() => after(steps).then(denyAll))
        .then(() => {
          isAcknowledged = true;
        });
      await swapping;
      hashing.mockRestore();
      expect(await answered).not.toEqual({ kind: "allow", isAcknowledged: true });
    },
  );

  async function after(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) await undefined;
  }
});

describe("a corrupt snapshot denies", () => {
  test.each([
    ["version", "2"],
    ["id", "other"],
    ["layer", "tool"],
    ["advisory", true],
  ])("when the %s of a policy is not what it was", async (member, value) => {
    const policy = { ...answering(true), layer: undefined, advisory: false };
    const set = await PolicySet.load(() => [policy]);
    expect(evaluate(set, call)).toMatchObject({ kind: "allow" });
    Object.assign(policy, { [member]: value });
    expect(evaluate(set, call)).toMatchObject({ kind: "deny", code: "snapshot_corrupt", rule: "snapshot_corrupt", snapshot: set.version });
  });

  test("also when it becomes so while the call is decided, and when it cannot be read", async () => {
    const slow = latched(true);
    const policy = { ...slow, version: "1" };
    const set = await PolicySet.load(() => [policy]);
    const answer = evaluate(set, call);
    policy.version = "2";
    slow.open();
    expect(await answer).toMatchObject({ kind: "deny", code: "snapshot_corrupt" });
    const revoked = Proxy.revocable(answering(true), {});
    const other = await PolicySet.load(() => [revoked.proxy]);
    revoked.revoke();
    expect(evaluate(other, call)).toMatchObject({ kind: "deny", code: "snapshot_corrupt" });
  });
});

describe("a policy with a memory", () => {
  test("is told the end of each call that it judged, once, also when it is no longer in force", async () => {
    const [one, two] = [recorded(answering(true, "one")), recorded(answering(true, "two"))];
    const set = await PolicySet.load(() => [one]);
    await evaluate(set, call);
    await set.swap(() => [one, two]);
    await evaluate(set, call);
    await set.settle(call, { executed: "yes" });
    await set.swap(() => [two]);
    const other = callOf({ other: true });
    await evaluate(set, { ...other, callId: "call-2" }, { enforced: false });
    expect(one.settled).toEqual([{ call, executed: "yes" }]);
    expect(two.settled).toEqual([{ call, executed: "yes" }]);
    await set.settle({ ...other, callId: "from another process" }, { executed: "no" });
    expect([one.settled.length, two.settled.length]).toEqual([1, 2]);
  });

  test("is not told of calls that it was only asked about on trial, nor twice", async () => {
    const [tried, judged, now] = ["tried", "judged", "now"].map((id) => recorded(answering(true, id)));
    if (!tried || !judged || !now) throw new Error("there are three");
    const set = await PolicySet.load(() => [tried]);
    await evaluate(set, call, { enforced: false });
    await set.swap(() => [judged]);
    await evaluate(set, call);
    await set.swap(() => [now]);
    await set.settle(call, { executed: "no" });
    await set.settle(call, { executed: "no" });
    expect([tried, judged, now].map(({ settled }) => settled.length)).toEqual([0, 1, 1]);
  });

  test("keeps it over a swap, and gives back what was judged before", async () => {
    const limit = new SpendingLimit();
    const set = await PolicySet.load(() => [limit]);
    const calls = [spendingCall(), spendingCall(), spendingCall()];
    for (const each of calls) expect(evaluate(set, each)).toMatchObject({ kind: "allow" });
    await set.swap(() => [limit, answering(true)]);
    expect(evaluate(set, spendingCall())).toMatchObject({ kind: "deny" });
    await set.settle(calls[0] ?? call, { executed: "no" });
    await flush();
    expect(evaluate(set, spendingCall())).toMatchObject({ kind: "allow" });
  });
});
