import { Cancellation } from "@acta/event";
import { abstain, type CallContext, defer, deny, escalate, type Gate } from "@acta/governance";
import { verifies } from "@acta/requirements";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { Branch, Session, SessionObserver } from "../src/index.js";
import { ask, end, ends, first, history, never, rejection, statuses, steps, tool, toolHooks, watch } from "./support.js";

const echo = tool("echo", (input) => input);

describe("who is asked", () => {
  test("nobody: everything is allowed", verifies("D2.standalone"), async () => {
    const model = first(await new Branch({ tools: [echo] }).act(ask("echo")));
    expect(model).toMatchObject({ success: true, decision: null });
  });

  test("a branch without an observer asks its own policy", verifies("D2.standalone"), async () => {
    const model = first(await new Branch({ tools: [echo], policy: () => false }).act(ask("echo")));
    expect(end(model)).toEqual(["denied", "no", "gate_denied"]);
  });

  test("an observer without a gate allows", verifies("D2.no-gate"), async () => {
    const observer = new SessionObserver();
    const model = first(await new Branch({ tools: [echo], observer }).act(ask("echo")));
    expect(model.success).toBe(true);
    expect(observer.stored.map(({ kind }) => kind)).toEqual(["message", "event", "message"]);
  });

  test("all are, and the first that denied is reported: session gate, session, branch, tool", async () => {
    const asked: string[] = [];
    const no = (name: string) => ({
      id: name,
      decide: () => {
        asked.push(name);
        return name === "session" || name === "gate" ? defer("later", 1) : false;
      },
    });
    const session = new Session({ observer: new SessionObserver({ gate: no("gate").decide }), policy: no("session") });
    const branch = session.branch({ policy: no("branch"), tools: [tool("t", () => 1, { policy: no("tool") })] });
    const model = first(await branch.act(ask("t")));
    expect(asked).toEqual(["gate", "session", "branch", "tool"]);
    expect(model).toMatchObject({ outcome: { kind: "denied" }, decision: { kind: "deny", policy: "branch" } });
  });

  test("a tool's own policy narrows and never widens", async () => {
    const permissive = tool("t", () => 1, { policy: () => true });
    const decide = async (policy?: Gate) => end(first(await watch({ tools: [permissive], policy }).branch.act(ask("t"))));
    expect(await decide(() => abstain())).toEqual(["denied", "no", "gate_denied"]);
    expect(await decide(() => false)).toEqual(["denied", "no", "gate_denied"]);
    expect(await decide()).toEqual(["succeeded", "yes", null]);
    expect(
      end(first(await watch({ tools: [tool("t", () => 1, { policy: () => false })], policy: () => true }).branch.act(ask("t")))),
    ).toEqual(["denied", "no", "gate_denied"]);
  });

  test("settle is told once of each call that was asked about", async () => {
    const told: [string, string][] = [];
    const policy = {
      id: "p",
      decide: ({ function: name }: CallContext) => name !== "no",
      settle: (call: CallContext, { executed }: { executed: string }) => void told.push([call.function, executed]),
    };
    const broken = tool("broken", () => {
      throw new Error("no");
    });
    await watch({ policy, tools: [echo, tool("no"), broken] }).branch.act([ask("echo"), ask("no"), ask("broken"), ask("unknown")]);
    expect(told.sort()).toEqual([
      ["broken", "yes"],
      ["echo", "yes"],
      ["no", "no"],
    ]);
  });
});

describe("what they see", () => {
  const seen: CallContext[] = [];
  const policy = (call: CallContext) => seen.push(call) > 0;
  beforeEach(() => void seen.splice(0));

  test(
    "the frozen context; the tool gets the very same values",
    verifies("D2.gate-arguments", "D5.gate-payload", "D2.shapes"),
    async () => {
      const got: unknown[] = [];
      const input = z.object({ n: z.coerce.number(), deep: z.object({ list: z.array(z.number()) }) }) as never;
      const t = tool("t", (given) => void got.push(given), { input, effect: "read" });
      const { branch } = watch({ tools: [t], policy });
      const models = await branch.act([ask("t", { n: "1", deep: { list: [1] } }), ask("t", { n: "2", deep: { list: [] } })], {
        attributes: { tenant: "acme" },
        parentCallId: "outer",
      });
      expect(seen[0]).toEqual({
        function: "t",
        arguments: { n: 1, deep: { list: [1] } },
        branchId: "branch",
        callId: models[0]?.callId,
        attempt: 1,
        effect: "read",
        at: expect.any(Number),
        sessionId: null,
        parentCallId: "outer",
        batch: { id: expect.any(String), index: 0, size: 2 },
        approval: null,
        attributes: { tenant: "acme" },
      });
      expect(got).toEqual(seen.map((call) => call.arguments));
      const response = branch.messages.responseTo(models[0]?.requestId ?? "");
      expect(models[0]).toMatchObject({ callId: seen[0]?.callId, attempt: 1, success: true, outcome: { kind: "succeeded" }, response });
      for (const [index, call] of seen.entries()) expect(got[index]).toBe(call.arguments);
      expect([seen[0], seen[0]?.arguments, seen[0]?.arguments.deep, seen[0]?.attributes, seen[0]?.batch].every(Object.isFrozen)).toBe(true);
    },
  );

  test("invalid arguments never", verifies("D5.validation-after"), async () => {
    const { branch } = watch({ tools: [tool("t", () => 1, { input: z.object({ n: z.number() }) as never })], policy });
    await branch.act([ask("t", { n: "x" }), ask("t", { n: 1 })]);
    expect(seen.map((call) => call.arguments)).toEqual([{ n: 1 }]);
  });
});

describe("denied", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const junk = (value: unknown) => (() => value) as Gate;
  const fails = () => {
    throw undefined;
  };
  test.each<[string, Gate, string]>([
    ["false", () => false, "gate_denied"],
    ["a reason", () => deny("not on a Friday"), "gate_denied"],
    ["a permission", () => deny("no", { code: "permission_denied" }), "permission_denied"],
    ["nobody had an opinion", () => abstain(), "gate_denied"],
    ["a throw", fails, "gate_failed"],
    ["a rejection", async () => fails(), "gate_failed"],
    ["a truthy answer", junk(1), "gate_invalid"],
    ["undefined", junk(undefined), "gate_invalid"],
    ["a text", junk("allow"), "gate_invalid"],
    ["an allow with a key that nobody knows", junk({ kind: "allow", force: true }), "gate_invalid"],
    ["no answer in time", never, "gate_timeout"],
  ])("%s", verifies("D2.gate-denies", "D2.denied"), async (_, gate, code) => {
    let runs = 0;
    const observer = new SessionObserver({ gate });
    const watched = watch({ observer, tools: [tool("t", () => ++runs)], gateTimeoutMs: 50 });
    const acting = watched.branch.act(ask("t", { a: 1 }), { suppressErrors: false });
    await vi.advanceTimersByTimeAsync(50);
    const model = first(await acting);
    expect(end(model)).toEqual(["denied", "no", code]);
    const text = code === "permission_denied" ? "denied by permission policy" : "denied by governance gate";
    expect(model.output).toEqual({ error: text, function: "t" });
    expect(model.response?.content).toMatchObject({ output: model.output, error: { code } });
    expect(runs).toBe(0);
    expect(toolHooks(watched)).toEqual([]);
    expect(steps(watched)).toEqual(["proposed", "settled"]);
    expect(statuses(watched.branch)).toEqual(["skipped"]);
    const denials = observer.stored.filter(({ kind }) => kind === "gate_denied");
    expect(denials).toMatchObject([{ callId: model.callId, call: { function: "t" }, decision: { kind: "deny" } }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("an error with the cancellation brand is recorded and propagates", verifies("D2.gate-denies", "D2.cancellation"), async () => {
    const stop = new Cancellation("stop");
    const policy = ({ function: name }: CallContext) => {
      if (name === "stop") throw stop;
      return true;
    };
    const watched = watch({ tools: [tool("stop"), tool("t")], policy });
    expect(await rejection(watched.branch.act([ask("t"), ask("stop"), ask("t")]))).toBe(stop);
    expect(history(watched.branch)).toEqual(["t", "!aborted", "stop", "!cancelled", "t", "!aborted"]);
    expect(statuses(watched.branch)).toEqual(["cancelled", "skipped", "skipped"]);
  });

  test("a cancellation by one leaves no other policy's answer unread", async () => {
    const policy = () => new Promise<boolean>(() => {});
    const own = () => {
      throw new Cancellation("stop");
    };
    const branch = new Session({ policy }).branch({ policy: own, tools: [tool("t", () => 1, { policy: own })] });
    expect(Cancellation.isInstance(await rejection(branch.act([ask("t"), ask("t")])))).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("deferred and escalated", () => {
  test("are values, whatever suppressErrors says", async () => {
    const policy = ({ function: name }: CallContext) => (name === "later" ? defer("full", 99) : escalate("sure?"));
    const watched = watch({ tools: [tool("later"), tool("sure")], policy });
    const [later, sure] = await watched.branch.act([ask("later"), ask("sure")], { suppressErrors: false });
    expect(later).toMatchObject({ outcome: { kind: "deferred", retryAt: 99, error: { code: "deferred" } }, output: null });
    expect(later?.response?.content.error).toEqual({ code: "deferred", message: "full" });
    expect(sure).toMatchObject({ outcome: { kind: "escalated", error: { code: "approval_required" } }, response: null });
    expect(history(watched.branch)).toEqual(["later", "!deferred", "?sure"]);
    expect(ends(await watched.branch.act(ask("later")))).toEqual([["deferred", "no", "deferred"]]);
  });
});

describe("decide", () => {
  test("answers as act would, and runs, records and remembers nothing", async () => {
    const enforced: boolean[] = [];
    const settled: unknown[] = [];
    const policy = {
      id: "p",
      decide: (call: CallContext, options: { enforced: boolean }) => {
        enforced.push(options.enforced);
        return call.arguments.a === 1 ? true : call.arguments.a === 2 ? escalate("sure?") : false;
      },
      settle: () => void settled.push(1),
    };
    let runs = 0;
    const watched = watch({ tools: [tool("t", () => ++runs)], policy });
    const previews = await watched.branch.decide([ask("t", { a: 1 }), ask("t", { a: 2 }), ask("t", { a: 3 }), ask("nope")]);
    expect(previews.map(({ decision, outcome }) => [decision?.kind ?? null, outcome?.error.code ?? null])).toEqual([
      ["allow", null],
      ["escalate", null],
      ["deny", "gate_denied"],
      [null, "unknown_tool"],
    ]);
    expect(enforced).toEqual([false, false, false]);
    expect([runs, settled, watched.entries(), watched.hooks]).toEqual([0, [], [], []]);
  });

  test("rejects with the caller's reason, and with a cancellation", async () => {
    const stop = new Cancellation("stop");
    const { branch } = watch({
      tools: [tool("t")],
      policy: () => {
        throw stop;
      },
    });
    expect(await rejection(branch.decide(ask("t")))).toBe(stop);
    expect(await rejection(branch.decide(ask("t"), { signal: AbortSignal.abort("why") }))).toBe("why");
  });
});
