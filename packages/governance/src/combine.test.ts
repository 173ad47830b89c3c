import { flush, hostile, noUnhandledRejections } from "@acta/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { callOf } from "../test/call.js";
import { combine, evaluateAll, settleAll } from "./combine.js";
import { abstain, allow, deny, escalate } from "./decision.js";
import { evaluate } from "./evaluate.js";
import type { Executed, Gate, Policy, PolicyLike } from "./policy.js";
import { shadow } from "./shadow.js";

noUnhandledRejections();
afterEach(() => {
  vi.useRealTimers();
});

const call = callOf();
const hanging: Gate = () => new Promise<never>(() => {});
const cancellation = () => Object.assign(new Error("stop"), { [Symbol.for("acta.cancellation")]: true });

describe("combine", () => {
  test("answers at once when every policy does", () => {
    expect(evaluate(combine([() => true, () => abstain()]), call)).toEqual({ kind: "allow", policy: "combined" });
  });

  test("waits for the slowest, and its answer counts", async () => {
    const answer = evaluate(combine([() => true, async () => false], { id: "host" }), call);
    expect(answer).toBeInstanceOf(Promise);
    expect(await answer).toMatchObject({ kind: "deny", policy: "host" });
  });

  test("asks every policy with the same call and options, even after a denial", () => {
    const first = vi.fn<Gate>(() => false);
    const second = vi.fn<Gate>(() => true);
    void evaluate(combine([first, second]), call, { enforced: false, timeoutMs: 7 });
    for (const policy of [first, second]) {
      expect(policy).toHaveBeenCalledExactlyOnceWith(call, expect.objectContaining({ enforced: false, timeoutMs: 7 }));
    }
  });

  test("without a policy it denies", () => {
    expect(evaluate(combine([]), call)).toMatchObject({ kind: "deny", reason: "no policy had an opinion" });
  });

  test("what failed inside keeps its code", async () => {
    vi.useFakeTimers();
    const broken = () => {
      throw new Error("no database");
    };
    expect(evaluate(combine([() => true, broken]), call)).toMatchObject({ kind: "deny", code: "gate_failed" });
    expect(evaluate(combine([combine([() => 1 as never])]), call)).toMatchObject({ kind: "deny", code: "gate_invalid" });
    const late = evaluate(combine([hanging]), call, { timeoutMs: 5 });
    await vi.advanceTimersByTimeAsync(5);
    expect(await late).toMatchObject({ kind: "deny", code: "gate_timeout" });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("executors that contradict each other keep their code", () => {
    const on = (executor: string) => () => allow({ obligations: { executor } });
    expect(evaluate(combine([on("threads"), on("remote")]), call)).toMatchObject({ kind: "deny", code: "obligation_unmet" });
  });

  test("a list that changes afterwards does not change it", () => {
    const policies: PolicyLike[] = [() => false];
    const combined = combine(policies);
    policies[0] = () => true;
    expect(evaluate(combined, call)).toMatchObject({ kind: "deny" });
  });

  test("its version tells of every version in it", () => {
    const of = (version: string): Policy => ({ id: "x", version, decide: () => true });
    expect(combine([of("1"), () => true, of("2")]).version).toBe("1++2");
    expect(combine([of("1"), of("3")]).version).not.toBe(combine([of("1"), of("2")]).version);
  });

  test("keeps up with a version that changes, and shows what it is made of", () => {
    const inner = { id: "x", version: "1", decide: () => true };
    const combined = combine([inner]);
    inner.version = "2";
    expect(combined.version).toBe("2");
    expect(combined.policies).toEqual([inner]);
  });

  test("advice is kept with the answer that is reported", async () => {
    const advice = { why: ["seen"] };
    expect(evaluate(combine([() => true, () => deny("no", { advice })]), call)).toMatchObject({ kind: "deny", advice });
    expect(await evaluate(combine([async () => allow({ advice })]), call)).toEqual({ kind: "allow", policy: "combined", advice });
  });

  test("hands the end on to every policy that wants to know", async () => {
    const settle = vi.fn();
    await combine([{ id: "a", decide: () => true, settle }, () => true, { id: "b", decide: () => true }]).settle?.(call, {
      executed: "yes",
    });
    expect(settle).toHaveBeenCalledExactlyOnceWith(call, { executed: "yes" });
  });
});

describe("advisory policies", () => {
  const advisory = (decide: Gate): Policy => ({ id: "trial", advisory: true, decide });

  test("are asked and never counted", () => {
    const denying = vi.fn<Gate>(() => false);
    expect(evaluateAll([() => true, advisory(denying)], call)).toMatchObject({ kind: "allow" });
    expect(denying).toHaveBeenCalledOnce();
    expect(evaluateAll([() => abstain(), advisory(() => true)], call)).toMatchObject({ kind: "deny" });
  });

  test("alone govern nothing, which combine takes for a denial", () => {
    expect(evaluateAll([], call)).toBeNull();
    expect(evaluateAll([advisory(() => false), shadow(() => true, vi.fn())], call)).toBeNull();
    expect(evaluate(combine([advisory(() => true)]), call)).toMatchObject({ kind: "deny" });
  });

  test("stay what they were when they were asked", async () => {
    const policies: PolicyLike[] = [advisory(async () => true), async () => false];
    const answer = evaluateAll(policies, call);
    policies.reverse();
    expect(await answer).toMatchObject({ kind: "deny" });
  });

  test("anything but true counts", () => {
    expect(evaluateAll([{ ...advisory(() => false), advisory: 1 as never }], call)).toMatchObject({ kind: "deny" });
  });

  test.each([
    ["null", null],
    ["a hostile proxy", hostile()],
  ])("%s counts, and denies", (_, policy) => {
    expect(evaluateAll([() => true, policy as never], call)).toMatchObject({ kind: "deny", code: "gate_failed" });
  });
});

describe("evaluateAll", () => {
  test("bounds each policy by itself", async () => {
    vi.useFakeTimers();
    const answer = evaluateAll([hanging, async () => escalate("ask")], call, { timeoutMs: 5 });
    await vi.advanceTimersByTimeAsync(5);
    expect(await answer).toMatchObject({ kind: "deny", code: "gate_timeout" });
  });

  test("a cancellation rejects, and nothing else is left without a reader", async () => {
    const controller = new AbortController();
    const stop = cancellation();
    const cancelling: Gate = () => {
      throw stop;
    };
    const answer = evaluateAll([hanging, cancelling, hanging], call, { signal: controller.signal });
    await expect(answer).rejects.toBe(stop);
    controller.abort();
    await flush();
  });

  test("an abort rejects with its reason, whatever was answered before", async () => {
    const controller = new AbortController();
    const answer = evaluateAll([() => false, hanging], call, { signal: controller.signal });
    controller.abort("enough");
    await expect(answer).rejects.toBe("enough");
  });
});

describe("settleAll", () => {
  const telling = (settle: NonNullable<Policy["settle"]>): Policy => ({ id: "x", decide: () => true, settle });
  const end = { executed: "unknown" as Executed };

  test("one that throws does not keep the others from knowing", async () => {
    const problem = new Error("no");
    const told = vi.fn();
    const throwing = telling(() => {
      throw problem;
    });
    await expect(settleAll([throwing, telling(told)], call, end)).rejects.toBe(problem);
    expect(told).toHaveBeenCalledExactlyOnceWith(call, end);
  });

  test("the errors of several are one", async () => {
    const failing = telling(() => Promise.reject(new Error("no")));
    await expect(settleAll([failing, failing], call, end)).rejects.toMatchObject({ errors: [{ message: "no" }, { message: "no" }] });
  });

  test("waits for all", async () => {
    const order: string[] = [];
    const slow = telling(async () => {
      await flush();
      order.push("settled");
    });
    await settleAll([slow], call, end);
    expect(order).toEqual(["settled"]);
  });
});
