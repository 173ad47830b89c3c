import { Cancellation } from "@acta/event";
import { type CallContext, defer, escalate, type Gate } from "@acta/governance";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { OnEscalate } from "../src/index.js";
import { ask, countingSignal, end, ends, first, history, never, rejection, slowSchema, steps, tool, toolHooks, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sure: Gate = () => escalate("sure?", { rule: "r1" });

/** A branch that escalates every call, and what its handler was asked. */
function arrange(answer: unknown, options: Parameters<typeof watch>[0] = {}) {
  const asked: CallContext[] = [];
  const onEscalate = ((call, _, { signal }) => {
    asked.push(call);
    return typeof answer === "function" ? answer(call, signal) : answer;
  }) as OnEscalate;
  const watched = watch({ policy: sure, onEscalate, tools: [tool("t", (input) => input)], escalateTimeoutMs: 1_000, ...options });
  return { ...watched, asked };
}

describe("onEscalate answers", () => {
  const fail = (error: unknown) => () => {
    throw error;
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  test.each<[string, unknown, string]>([
    ["false", false, "escalation_refused"],
    ["undefined", undefined, "escalation_refused"],
    ["1", 1, "escalation_refused"],
    ["a text", "yes", "escalation_refused"],
    ["an array", [], "escalation_refused"],
    ["arguments that the schema refuses", { n: "x" }, "escalation_failed"],
    ["a class instance", new Date(0), "escalation_failed"],
    ["a revoked proxy", revoked.proxy, "escalation_failed"],
    ["a throw", fail(new Error("no")), "escalation_failed"],
    ["undefined thrown", fail(undefined), "escalation_failed"],
    ["a rejection", () => Promise.reject(new Error("no")), "escalation_failed"],
    ["nothing in time", never, "escalation_timeout"],
  ])("%s: denied", async (_, answer, code) => {
    let runs = 0;
    const watched = arrange(answer, { tools: [tool("t", () => ++runs, { input: z.looseObject({ n: z.number() }) as never })] });
    const acting = watched.branch.act(ask("t", { n: 1 }), { suppressErrors: false });
    await vi.advanceTimersByTimeAsync(1_000);
    const model = first(await acting);
    expect(end(model)).toEqual(["denied", "no", code]);
    expect(model.output).toEqual({ error: "denied by approval", function: "t" });
    expect([runs, watched.asked.length, vi.getTimerCount()]).toEqual([0, 1, 0]);
    expect(toolHooks(watched)).toEqual([]);
    expect(history(watched.branch)).toEqual(["t", `!${code}`]);
  });

  test("true: these arguments run, and the context says who approved", async () => {
    const contexts: CallContext[] = [];
    const policy = (call: CallContext) => {
      contexts.push(call);
      return escalate("sure?");
    };
    const { branch, asked } = arrange(true, { policy });
    const model = first(await branch.act(ask("t", { a: 1 })));
    expect(model).toMatchObject({ success: true, output: { a: 1 }, decision: { kind: "allow", reason: "approved: sure?" } });
    expect(asked).toMatchObject([{ arguments: { a: 1 }, approval: null }]);
    expect(contexts).toHaveLength(1);
  });

  test("arguments: exactly they run; they are validated and authorized again", async () => {
    const contexts: CallContext[] = [];
    const policy = (call: CallContext) => {
      contexts.push(call);
      return escalate("sure?");
    };
    const input = z.object({ n: z.number(), unit: z.string().default("m") }) as never;
    const watched = arrange({ n: 2 }, { policy, tools: [tool("t", (given) => given, { input })] });
    const model = first(await watched.branch.act(ask("t", { n: 1_000 })));
    expect(model).toMatchObject({ output: { n: 2, unit: "m" }, arguments: { n: 1_000 } });
    expect(contexts.map((call) => call.arguments)).toEqual([
      { n: 1_000, unit: "m" },
      { n: 2, unit: "m" },
    ]);
    expect(contexts[1]?.approval).toMatchObject({ by: "onEscalate" });
    const intent = watched.entries().find(({ kind }) => kind === "call.intended");
    expect(intent?.body).toMatchObject({ arguments: { n: 2, unit: "m" } });
  });

  test.each<[string, Gate, unknown[]]>([
    ["deny", () => false, ["denied", "no", "gate_denied"]],
    ["defer", () => defer("full", 9), ["deferred", "no", "deferred"]],
  ])("the approved arguments may still meet: %s", async (_, second, expected) => {
    const policy: Gate = (call, options) => (call.arguments.n === 1 ? escalate("sure?") : second(call, options));
    const { branch } = arrange({ n: 2 }, { policy });
    expect(end(first(await branch.act(ask("t", { n: 1 }))))).toEqual(expected);
  });

  test("without a handler the call waits for an approval", async () => {
    const watched = watch({ tools: [tool("t")], policy: () => escalate("sure?", { approvers: ["ocean"], expiresInMs: 500 }) });
    const model = first(await watched.branch.act(ask("t", { a: 1 })));
    expect(model).toMatchObject({ response: null, output: null, outcome: { kind: "escalated", executed: "no" } });
    const [, request] = watched.entries();
    expect(request).toMatchObject({
      kind: "approval.requested",
      opens: (model.outcome as { approvalId?: string }).approvalId,
      body: { callId: model.callId, function: "t", arguments: { a: 1 }, reason: "sure?", approvers: ["ocean"] },
    });
    expect(request?.body).toMatchObject({ expiresAt: (request?.at ?? 0) + 500 });
    const again = first(await watched.branch.act(watched.branch.messages.openRequests[0] ?? ask("t")));
    expect(end(again)).toEqual(["skipped", "no", "duplicate"]);
  });
});

describe("who is asked, and how often", () => {
  test("only the call that it is about waits, and others go on", async () => {
    let approve: (answer: boolean) => void = () => {};
    const policy: Gate = (call) => (call.function === "t" ? escalate("sure?") : true);
    const ran: string[] = [];
    const { branch } = arrange(() => new Promise<boolean>((resolve) => (approve = resolve)), {
      policy,
      tools: [tool("t", () => ran.push("t")), tool("other", () => ran.push("other"))],
    });
    const acting = branch.act([ask("t"), ask("other")]);
    await vi.advanceTimersByTimeAsync(10);
    expect(ran).toEqual(["other"]);
    approve(true);
    await acting;
    expect(ran).toEqual(["other", "t"]);
  });

  test("never twice for what was approved, though every attempt is authorized", async () => {
    const broken = tool("t", () => Promise.reject(new Error("no")), { effect: "read" });
    const watched = arrange(true, { tools: [broken] });
    const model = first(await watched.branch.act(ask("t", { a: 1 }), { batch: { retry: { attempts: 3 } } }));
    expect([model.attempt, model.outcome.kind, watched.asked.length]).toEqual([3, "failed", 1]);
    expect(steps(watched)).toEqual(["proposed", "intended", "attempted", "intended", "attempted", "intended", "settled"]);
  });

  test("again for arguments that a preprocessor changed, unless they are those that were approved", async () => {
    const preprocess = (input: unknown) => ({ ...(input as object), path: "/changed" }) as never;
    const changed = arrange(true, { tools: [tool("t", (input) => input, { preprocess })] });
    expect(first(await changed.branch.act(ask("t", { path: "/a" }))).output).toEqual({ path: "/changed" });
    expect(changed.asked.map((call) => call.arguments)).toEqual([{ path: "/a" }, { path: "/changed" }]);
    const same = arrange({ path: "/changed" }, { tools: [tool("t", (input) => input, { preprocess })] });
    expect(first(await same.branch.act(ask("t", { path: "/a" }))).output).toEqual({ path: "/changed" });
    expect(same.asked).toHaveLength(1);
  });

  test("what a preprocessor adds is put into the approved arguments, not into those that were asked", async () => {
    const preprocess = (input: unknown) => ({ ...(input as object), stamped: true }) as never;
    const watched = arrange((call: CallContext) => (call.arguments.cents === 1_000 ? { cents: 2 } : true), {
      tools: [tool("t", (input) => input, { preprocess })],
    });
    expect(first(await watched.branch.act(ask("t", { cents: 1_000 }))).output).toEqual({ cents: 2, stamped: true });
  });

  test("a refusal of the changed arguments refuses before the tool", async () => {
    let runs = 0;
    const preprocess = () => ({ path: "/etc" }) as never;
    const watched = arrange((call: CallContext) => call.arguments.path !== "/etc", { tools: [tool("t", () => ++runs, { preprocess })] });
    expect(end(first(await watched.branch.act(ask("t", { path: "/a" }))))).toEqual(["denied", "no", "escalation_refused"]);
    expect([runs, steps(watched)]).toEqual([0, ["proposed", "settled"]]);
    expect(toolHooks(watched)).toEqual(["tool.pre", "tool.error"]);
  });

  test("nobody where another policy denies", async () => {
    const { branch, asked } = arrange(true, { tools: [tool("t", () => 1, { policy: () => false })] });
    expect(ends(await branch.act(ask("t")))).toEqual([["denied", "no", "gate_denied"]]);
    expect(asked).toEqual([]);
  });
});

describe("while an approval is waited for", () => {
  test("the deadline and the caller's abort end the call, and the handler's signal is aborted", async () => {
    const signals: AbortSignal[] = [];
    const answer = (_: CallContext, signal: AbortSignal) => {
      signals.push(signal);
      return never();
    };
    const late = arrange(answer);
    const acting = late.branch.act(ask("t"), { batch: { timeoutMs: 20 } });
    await vi.advanceTimersByTimeAsync(20);
    expect(ends(await acting)).toEqual([["timed_out", "no", "timed_out"]]);
    const { controller, listeners } = countingSignal();
    const aborted = arrange(answer);
    const cancelling = rejection(aborted.branch.act(ask("t"), { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1);
    controller.abort("enough");
    expect(await cancelling).toBe("enough");
    expect(history(aborted.branch)).toEqual(["t", "!cancelled"]);
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0]);
  });

  test("a late answer counts for nothing", async () => {
    let approve: (answer: boolean) => void = () => {};
    let runs = 0;
    const watched = arrange(() => new Promise<boolean>((resolve) => (approve = resolve)), { tools: [tool("t", () => ++runs)] });
    const acting = watched.branch.act(ask("t"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ends(await acting)).toEqual([["denied", "no", "escalation_timeout"]]);
    approve(true);
    await vi.advanceTimersByTimeAsync(10);
    expect([runs, steps(watched)]).toEqual([0, ["proposed", "settled"]]);
  });

  test("a deadline while changed arguments are approved ends the event, too", async () => {
    const answer = (call: CallContext) => (call.arguments.a === 2 ? never() : true);
    const watched = arrange(answer, { tools: [tool("t", () => 1, { preprocess: () => ({ a: 2 }) as never })] });
    const acting = watched.branch.act(ask("t", { a: 1 }), { batch: { timeoutMs: 20 } });
    await vi.advanceTimersByTimeAsync(20);
    expect(ends(await acting)).toEqual([["timed_out", "no", "timed_out"]]);
    expect(watched.branch.log[0]).toMatchObject({ execution: { status: "aborted" } });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("so does one while approved arguments are validated", async () => {
    let parses = 0;
    const input = slowSchema((value) => (++parses === 1 ? Promise.resolve(value) : never()));
    const watched = arrange({ a: 2 }, { tools: [tool("t", () => 1, { input })] });
    const acting = watched.branch.act(ask("t", { a: 1 }), { batch: { timeoutMs: 20 } });
    await vi.advanceTimersByTimeAsync(20);
    expect(ends(await acting)).toEqual([["timed_out", "no", "timed_out"]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("an error with the cancellation brand ends the act", async () => {
    const stop = new Cancellation("stop");
    const watched = arrange(() => Promise.reject(stop));
    expect(await rejection(watched.branch.act([ask("t"), ask("t")], { batch: { concurrency: 1 } }))).toBe(stop);
    expect(history(watched.branch)).toEqual(["t", "!cancelled", "t", "!aborted"]);
  });
});
