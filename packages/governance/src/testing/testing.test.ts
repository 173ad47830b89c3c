import { flush, noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { callOf } from "../../test/call.js";
import { evaluate } from "../evaluate.js";
import { answering, hanging, latched, recorded, rejecting, throwing } from "../testing.js";

noUnhandledRejections();
const call = callOf();

describe("scripted policies", () => {
  test("answering gives its answer, whatever it is", async () => {
    expect(evaluate(answering(true), call)).toMatchObject({ kind: "allow", policy: "answering" });
    expect(evaluate(answering("yes", "junk"), call)).toMatchObject({ code: "gate_invalid", policy: "junk" });
    expect(await evaluate(answering(Promise.resolve(false)), call)).toMatchObject({ kind: "deny" });
  });

  test("throwing throws at once, rejecting later", async () => {
    expect(() => throwing(new Error("odd")).decide(call, {} as never)).toThrow("odd");
    await expect(rejecting(new Error("odd")).decide(call, {} as never)).rejects.toThrow("odd");
  });

  test("hanging never answers", async () => {
    const answered = vi.fn();
    void Promise.resolve(hanging().decide(call, {} as never)).then(answered, answered);
    await flush();
    expect(answered).not.toHaveBeenCalled();
  });

  test("latched answers when it is opened, and from then on at once", async () => {
    const policy = latched(true);
    const answers = [evaluate(policy, call), evaluate(policy, call)];
    expect(policy.waiting).toBe(2);
    policy.open();
    expect(await Promise.all(answers)).toMatchObject([{ kind: "allow" }, { kind: "allow" }]);
    expect(policy.waiting).toBe(0);
    expect(evaluate(policy, call)).toMatchObject({ kind: "allow" });
  });

  test("recorded keeps what a policy was asked and told", async () => {
    const settle = vi.fn();
    const policy = recorded({ id: "x", version: "7", decide: () => true, settle });
    expect(policy).toMatchObject({ id: "x", version: "7" });
    await evaluate(policy, call, { enforced: false });
    await policy.settle?.(call, { executed: "no" });
    expect(policy).toMatchObject({ asked: [{ call, enforced: false }], settled: [{ call, executed: "no" }] });
    expect(settle).toHaveBeenCalledExactlyOnceWith(call, { executed: "no" });
    const gate = recorded(() => false);
    expect(evaluate(gate, call)).toMatchObject({ kind: "deny", policy: "gate" });
    await gate.settle?.(call, { executed: "yes" });
    expect(gate.settled).toHaveLength(1);
  });
});
