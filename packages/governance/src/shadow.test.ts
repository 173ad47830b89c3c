import { noUnhandledRejections } from "@acta/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { callOf } from "../test/call.js";
import { countingControllers } from "../test/counting-controllers.js";
import { evaluateAll } from "./combine.js";
import { abstain } from "./decision.js";
import { evaluate } from "./evaluate.js";
import type { Gate } from "./policy.js";
import { shadow } from "./shadow.js";

noUnhandledRejections();
afterEach(() => {
  vi.useRealTimers();
});

const call = callOf();

describe("shadow", () => {
  test("reports what would be, and allows", () => {
    const report = vi.fn();
    const policy = shadow({ id: "limit", decide: () => false }, report);
    expect(policy).toMatchObject({ id: "shadow:limit", advisory: true });
    expect(evaluate(policy, call)).toEqual({ kind: "allow", reason: "shadow: would be deny", policy: "shadow:limit" });
    expect(report).toHaveBeenCalledExactlyOnceWith(call, expect.objectContaining({ kind: "deny", policy: "limit" }));
  });

  test("reports an answer that comes later", async () => {
    const report = vi.fn();
    expect(
      await evaluate(
        shadow(async () => true, report),
        call,
      ),
    ).toMatchObject({ kind: "allow", policy: "shadow:gate" });
    expect(report).toHaveBeenCalledExactlyOnceWith(call, expect.objectContaining({ kind: "allow" }));
  });

  test("a trial reserves nothing, whoever asks", () => {
    const policy = vi.fn<Gate>(() => true);
    void evaluate(shadow(policy, vi.fn()), call, { enforced: true, timeoutMs: 7 });
    expect(policy).toHaveBeenCalledExactlyOnceWith(call, expect.objectContaining({ enforced: false, timeoutMs: 7 }));
  });

  test("where the call itself is only tried, nothing is reported", async () => {
    const report = vi.fn();
    for (const decide of [() => false, async () => false]) {
      expect(await evaluate(shadow(decide, report), call, { enforced: false })).toMatchObject({ reason: "shadow: would be deny" });
    }
    expect(report).not.toHaveBeenCalled();
  });

  test("what fails is reported as the denial that it would be", async () => {
    vi.useFakeTimers();
    const report = vi.fn();
    const throwing = () => {
      throw new Error("no");
    };
    void evaluate(shadow(throwing, report), call);
    const late = evaluate(
      shadow(() => new Promise<never>(() => {}), report),
      call,
      { timeoutMs: 5 },
    );
    await vi.advanceTimersByTimeAsync(5);
    expect(await late).toHaveProperty("policy", "shadow:gate");
    expect(report.mock.calls.map(([, decision]) => decision.code)).toEqual(["gate_failed", "gate_timeout"]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["rejects", async () => Promise.reject(new Error("no"))],
  ])("a report that %s changes nothing", (_, report) => {
    expect(
      evaluate(
        shadow(() => false, report),
        call,
      ),
    ).toMatchObject({ kind: "allow" });
  });

  test("makes no signal that nobody reads, and hands on the one that somebody reads", async () => {
    const made = countingControllers();
    void evaluate(
      shadow(() => true, vi.fn()),
      call,
    );
    expect(made).not.toHaveBeenCalled();
    const aborted = shadow((_call, { signal }) => signal.aborted, vi.fn());
    expect(evaluate(aborted, call, { signal: AbortSignal.abort() })).toHaveProperty("reason", "shadow: would be allow");
    expect(made).toHaveBeenCalledTimes(2);
  });

  test("beside policies that abstain it allows nothing", () => {
    expect(evaluateAll([() => abstain(), shadow(() => true, vi.fn())], call)).toMatchObject({ kind: "deny" });
  });

  test("an abort ends the trial like any policy", async () => {
    const controller = new AbortController();
    const answer = evaluate(
      shadow(() => new Promise<never>(() => {}), vi.fn()),
      call,
      { signal: controller.signal },
    );
    controller.abort("enough");
    await expect(answer).rejects.toBe("enough");
  });
});
