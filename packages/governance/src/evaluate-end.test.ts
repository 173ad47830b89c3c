import { getEventListeners } from "node:events";
import { verifies } from "@acta/requirements";
import { deferred, noUnhandledRejections } from "@acta/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { callOf } from "../test/call.js";
import { countingControllers } from "../test/counting-controllers.js";
import { evaluate } from "./evaluate.js";
import type { DecideOptions, Gate } from "./policy.js";

noUnhandledRejections();
afterEach(() => {
  vi.useRealTimers();
});

const call = callOf();
const throwing =
  (problem: unknown): Gate =>
  () => {
    throw problem;
  };
const hanging: Gate = () => new Promise<never>(() => {});
const cancellation = () => Object.assign(new Error("stop"), { [Symbol.for("acta.cancellation")]: true });

describe("a policy that hangs denies", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  test("after timeoutMs", verifies("D2.gate-denies"), async () => {
    const ended = vi.fn();
    const { signal } = new AbortController();
    const answer = Promise.resolve(evaluate(hanging, call, { signal, timeoutMs: 100 })).then(ended);
    await vi.advanceTimersByTimeAsync(99);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    expect(ended).toHaveBeenCalledExactlyOnceWith({
      kind: "deny",
      code: "gate_timeout",
      rule: "gate_timeout",
      reason: "no answer within 100 ms",
      policy: "gate",
    });
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("after 30 seconds by default", async () => {
    const ended = vi.fn();
    const answer = Promise.resolve(evaluate(hanging, call)).then(ended);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    expect(ended).toHaveBeenCalledOnce();
  });

  test.each([Number.NaN, -1, 0])("at once with a time of %d", async (timeoutMs) => {
    const answer = evaluate(hanging, call, { timeoutMs });
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toMatchObject({ code: "gate_timeout" });
  });

  test("not at once with a time longer than a timer can take", async () => {
    const { promise, resolve } = deferred<boolean>();
    const answer = evaluate(() => promise, call, { timeoutMs: Infinity });
    await vi.advanceTimersByTimeAsync(86_400_000);
    resolve(true);
    expect(await answer).toMatchObject({ kind: "allow" });
  });

  test.each([
    ["an allow", (late: ReturnType<typeof deferred<boolean>>) => late.resolve(true)],
    ["an error", (late: ReturnType<typeof deferred<boolean>>) => late.reject(new Error("late"))],
    ["a cancellation", (late: ReturnType<typeof deferred<boolean>>) => late.reject(cancellation())],
  ])("and %s that is late changes nothing", async (_, end) => {
    const late = deferred<boolean>();
    const answer = evaluate(() => late.promise, call, { timeoutMs: 1 });
    await vi.advanceTimersByTimeAsync(1);
    end(late);
    expect(await answer).toMatchObject({ kind: "deny", code: "gate_timeout" });
  });
});

describe("cancellation", () => {
  test("an error with the brand is thrown, at once", verifies("D2.gate-denies"), () => {
    const stop = cancellation();
    expect(() => evaluate(throwing(stop), call)).toThrow(stop);
  });

  test("an error with the brand rejects", verifies("D2.gate-denies"), async () => {
    const stop = cancellation();
    await expect(evaluate(() => Promise.reject(stop), call)).rejects.toBe(stop);
  });

  test("what a policy throws after the abort is its consequence", () => {
    const reason = new Error("enough");
    expect(() => evaluate(throwing(new Error("other")), call, { signal: AbortSignal.abort(reason) })).toThrow(reason);
  });

  test("an abort before a promise rejects with its reason", verifies("D2.gate-denies"), async () => {
    const reason = new Error("enough");
    await expect(evaluate(hanging, call, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test("an abort meanwhile rejects with its reason and aborts the policy's signal", verifies("D2.gate-denies"), async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const seen = vi.fn();
    const policy: Gate = (_call, { signal }) => {
      signal.addEventListener("abort", () => seen(signal.reason));
      return new Promise(() => {});
    };
    const answer = evaluate(policy, call, { signal: controller.signal, timeoutMs: 50 });
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect(seen).toHaveBeenCalledExactlyOnceWith(reason);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("an abort after the answer changes nothing", async () => {
    const controller = new AbortController();
    const seen = vi.fn();
    const policy: Gate = async (_call, { signal }) => {
      signal.addEventListener("abort", seen);
      return true;
    };
    expect(await evaluate(policy, call, { signal: controller.signal })).toMatchObject({ kind: "allow" });
    controller.abort();
    expect(seen).not.toHaveBeenCalled();
  });

  test("an answer given at once counts, even after the abort", () => {
    expect(evaluate(() => true, call, { signal: AbortSignal.abort() })).toMatchObject({ kind: "allow" });
  });
});

describe("what is left behind", () => {
  test.each([
    ["an allow", async () => true],
    ["junk", async () => 1],
    ["an error", () => Promise.reject(new Error("no"))],
  ])("nothing after %s", async (_, policy) => {
    vi.useFakeTimers();
    const { signal } = new AbortController();
    await evaluate(policy as Gate, call, { signal });
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("what a policy is handed", () => {
  const handed = (options: Parameters<typeof evaluate>[2]) => {
    const policy = vi.fn<Gate>(() => true);
    void evaluate(policy, call, options);
    return policy.mock.calls[0] as [typeof call, DecideOptions];
  };

  test("the very call", verifies("D5.gate-payload"), () => {
    expect(handed({})[0]).toBe(call);
  });

  test("enforced and its time, with their defaults", () => {
    expect(handed({})[1]).toMatchObject({ enforced: true, timeoutMs: 30_000 });
    expect(handed({ enforced: false, timeoutMs: 7 })[1]).toMatchObject({ enforced: false, timeoutMs: 7 });
  });

  test("its own `this`", () => {
    const policy = {
      id: "own",
      limit: 3,
      decide() {
        return this.limit === 3;
      },
    };
    expect(evaluate(policy, call)).toMatchObject({ kind: "allow" });
  });

  test("a signal that is made when it is first read, once", () => {
    const made = countingControllers();
    const [, options] = handed({});
    expect(made).not.toHaveBeenCalled();
    expect(options.signal).toBe(options.signal);
    expect(options.signal.aborted).toBe(false);
    expect(made).toHaveBeenCalledOnce();
  });

  test("a signal that knows of an abort before", () => {
    const [, { signal }] = handed({ signal: AbortSignal.abort("enough") });
    expect(signal.reason).toBe("enough");
  });

  test("the caller's signal is not read for an answer at once", () => {
    const read = vi.fn();
    void evaluate(() => true, call, {
      get signal() {
        return read();
      },
    });
    expect(read).not.toHaveBeenCalled();
  });

  test.each([
    ["late", () => vi.advanceTimersByTime(5), { message: "no answer within 5 ms" }],
    ["cancelled", (controller: AbortController) => controller.abort("enough"), "enough"],
  ])("a signal that is aborted, even if it is first read after the call was %s", async (_, end, reason) => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const policy = vi.fn<Gate>(hanging);
    const answer = Promise.allSettled([evaluate(policy, call, { signal: controller.signal, timeoutMs: 5 })]);
    end(controller);
    await answer;
    const signal = policy.mock.calls[0]?.[1].signal;
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason).toEqual(typeof reason === "string" ? reason : expect.objectContaining(reason));
  });
});
