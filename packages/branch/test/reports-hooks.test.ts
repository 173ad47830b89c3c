import { withProcessors } from "@acta/actions";
import { defer, escalate, type Gate, PermissionError } from "@acta/governance";
import { HookBus, StopHook } from "@acta/hooks";
import { noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { Branch, recover, Session } from "../src/index.js";
import { ask, fail, first, forwarding, history, never, rejection, tool, watch } from "./support.js";

/** What went wrong elsewhere in public with hooks, tried here. The ids are those of the reports: see `docs/reports.md`. */

noUnhandledRejections();

describe("B13: who hears of a start hears of its end, once", () => {
  const controller = new AbortController();
  const strict = { input: z.object({ n: z.number() }) as never };
  const guarded = withProcessors(tool("refused"), { security: { refused: [() => fail(new PermissionError("no"))] } });
  const tools = [
    tool("fine"),
    tool("throws", () => fail(new Error("x"))),
    tool("post", () => 1, { postprocess: () => fail(new Error("x")) }),
    tool("schema", () => 1, strict),
    tool("denied"),
    guarded,
    tool("aborts", () => {
      controller.abort(new Error("stop"));
      return never();
    }),
    tool("guarded"),
    tool("stopped"),
    tool("slow", never, { timeoutMs: 1 }),
    tool("escalated"),
    tool("changed", () => 1, { preprocess: () => ({ n: 1 }) as never }),
  ];
  const policy: Gate = (call) => {
    if (call.function === "denied") return false;
    if (call.function === "deferred") return defer("later", 1);
    return call.function === "escalated" || "n" in call.arguments ? escalate("sure?") : true;
  };
  const paths: readonly (readonly [name: string, kind: string, seen: readonly string[]])[] = [
    ["fine", "succeeded", ["tool.pre", "tool.post"]],
    ["throws", "failed", ["tool.pre", "tool.error"]],
    ["post", "failed", ["tool.pre", "tool.error"]],
    ["schema", "rejected", ["tool.error"]],
    ["unknown", "rejected", ["tool.error"]],
    ["denied", "denied", []],
    ["refused", "denied", ["tool.pre", "tool.error"]],
    ["aborts", "cancelled", ["tool.pre", "tool.error"]],
    ["guarded", "denied", ["tool.pre", "tool.error"]],
    ["stopped", "succeeded", ["tool.pre", "tool.post"]],
    ["slow", "timed_out", ["tool.pre", "tool.error"]],
    ["escalated", "escalated", []],
    ["changed", "escalated", ["tool.pre", "tool.error"]],
  ];

  function arrange() {
    const locks = new Map<string, string>();
    const seen: (readonly [name: string, point: string, duration: unknown])[] = [];
    const hooks = new HookBus({ onHandlerError: () => {} });
    hooks.on("tool.pre", ({ callId, toolName }) => {
      seen.push([toolName, "tool.pre", null]);
      locks.set(callId, toolName);
    });
    hooks.on("tool.pre", ({ toolName }) => {
      if (toolName === "guarded") throw new Error("no");
      if (toolName === "stopped") throw new StopHook();
    });
    for (const point of ["tool.post", "tool.error"] as const) {
      hooks.on(point, ({ callId, toolName, duration }) => {
        seen.push([toolName, point, duration]);
        locks.delete(callId);
      });
    }
    return { branch: new Branch({ tools, policy, hooks }), hooks, seen, locks };
  }

  test.each(paths)("%s: %s, %j", async (name, kind, expected) => {
    const { branch, seen, locks } = arrange();
    const alone = new AbortController();
    const signal = name === "aborts" ? AbortSignal.any([controller.signal, alone.signal]) : alone.signal;
    const models = await branch.act(ask(name), { signal }).catch(() => []);
    if (name !== "aborts") expect(first(models).outcome.kind).toBe(kind);
    expect(seen.map(([, point]) => point)).toEqual(expected);
    const { duration } = (branch.log.at(-1) as { execution: { duration: number | null } }).execution;
    if (expected.length === 2) expect(seen[1]?.[2]).toBe(duration);
    expect([...locks.values()]).toEqual([]);
  });

  test.each([{ strategy: "concurrent" }, { strategy: "sequential" }] as const)("in a batch, %j", async (strategy) => {
    const { branch, seen, locks } = arrange();
    const batch = paths.filter(([name]) => name !== "aborts");
    await branch.act(
      batch.map(([name]) => ask(name)),
      strategy,
    );
    for (const [name, , expected] of batch) {
      expect(seen.filter(([other]) => other === name).map(([, point]) => point)).toEqual(expected);
    }
    expect([...locks.values()]).toEqual([]);
  });

  test("when it was approved, and when it was run again after a crash", async () => {
    const { branch, seen, locks, hooks } = arrange();
    await branch.act(ask("escalated"));
    const [approval] = await branch.approvals();
    await branch.approve(approval?.id ?? "", { by: "ada" });
    expect(seen.map(([, point]) => point)).toEqual(["tool.pre", "tool.post"]);

    const dead = watch({ tools: [tool("left", never, { effect: "read" })] });
    void dead.branch.act(ask("left"));
    await recover(dead.journal, { tools: [tool("left", () => 1, { effect: "read" })], hooks, rerun: true });
    expect(seen.map(([, point]) => point)).toEqual(["tool.pre", "tool.post", "tool.pre", "tool.post"]);
    expect([...locks.values()]).toEqual([]);
  });

  test("when its end could not be stored", async () => {
    const { hooks, seen, locks } = arrange();
    const { branch } = watch({
      tools,
      hooks,
      wrap: (journal) =>
        forwarding(journal, {
          append: (id, entries, options) => {
            if (entries.some(({ kind }) => kind === "call.settled")) throw new Error("the disk is full");
            return journal.append(id, entries, options);
          },
        }),
    });
    vi.useFakeTimers();
    const acting = rejection(branch.act(ask("fine")));
    await vi.advanceTimersByTimeAsync(1_000).finally(() => vi.useRealTimers());
    const error = await acting;
    expect(error).toMatchObject({ code: "record_lost", event: { status: "completed" } });
    expect(seen.map(([, point]) => point)).toEqual(["tool.pre", "tool.error"]);
    expect([...locks.values()]).toEqual([]);
  });
});

describe("B15: the hooks of a session are those of all its branches", () => {
  function arrange() {
    const seen: string[] = [];
    const hooks = new HookBus();
    const session = new Session({ hooks, policy: (call) => call.function !== "forbidden" });
    const listen = (as: string) =>
      hooks.on("tool.pre", ({ toolName }) => {
        seen.push(`${as} ${toolName}`);
      });
    return { seen, session, hooks, listen };
  }
  const tools = [tool("t"), tool("forbidden")];

  test("whatever was made, added, cloned, moved or heard first", async () => {
    const { seen, session, listen } = arrange();
    const other = arrange();
    const b1 = session.branch({ tools });
    const b4 = other.session.branch({ tools });
    other.listen("elsewhere");
    listen("early");
    const b2 = new Branch({ tools });
    session.add(b2);
    const b3 = await b1.clone();
    session.add(b4);
    listen("late");
    for (const branch of [b1, b2, b3, b4]) {
      const models = await branch.act([ask("t"), ask("forbidden")]);
      expect(models.map(({ outcome }) => outcome.kind)).toEqual(["succeeded", "denied"]);
      expect(seen.splice(0)).toEqual(["early t", "late t"]);
    }
    expect(other.seen).toEqual([]);
    session.remove(b1);
    await b1.act(ask("t"));
    expect(seen).toEqual([]);
    await b3.act(ask("t"));
    expect(seen).toEqual(["early t", "late t"]);
  });

  test("a call from within a call is judged and heard by its own branch, under an id of its own", async () => {
    const { seen, session, hooks, listen } = arrange();
    listen("session");
    const ids = new Set<string>();
    hooks.on("tool.pre", ({ callId }) => void ids.add(callId));
    const inner = session.branch({ tools });
    const outer = session.branch({
      tools: [tool("outer", async () => (await inner.act([ask("t"), ask("forbidden")])).map(({ outcome }) => outcome.kind))],
    });
    expect(first(await outer.act(ask("outer"))).output).toEqual(["succeeded", "denied"]);
    expect([seen, ids.size]).toEqual([["session outer", "session t"], 2]);
    expect(history(inner)).toEqual(["t", "=null", "forbidden", "!gate_denied"]);
  });

  test("what is invoked below the transaction says that nobody governs it, and nobody hears of it", async () => {
    const { seen, session, listen } = arrange();
    listen("session");
    const branch = session.branch({ tools });
    await branch.actions.invokeUngoverned({ function: "forbidden", arguments: {} });
    expect([seen, branch.log]).toEqual([[], []]);
  });
});
