import { Cancellation } from "@acta/event";
import { HookBus, StopHook } from "@acta/hooks";
import { verifies } from "@acta/requirements";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SessionObserver } from "../src/index.js";
import { ask, end, first, history, never, rejection, statuses, steps, tool, toolHooks, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const unreadable = new Proxy(new Error("x"), {
  get() {
    throw new Error("trap");
  },
  getPrototypeOf() {
    throw new Error("trap");
  },
});

describe("tool.pre refuses", () => {
  const failing = (error: unknown) => () => {
    throw error;
  };
  test.each<[string, () => unknown, string]>([
    ["a throw", failing(new Error("no")), "pre_hook_failed"],
    ["a rejection", async () => failing(new Error("no"))(), "pre_hook_failed"],
    ["undefined thrown", failing(undefined), "pre_hook_failed"],
    ["a frozen object thrown", failing(Object.freeze({})), "pre_hook_failed"],
    ["something unreadable thrown", failing(unreadable), "pre_hook_failed"],
    ["an error whose text is none", failing(Object.assign(new Error(), { message: { toString: null } })), "pre_hook_failed"],
    ["an answer", () => true, "pre_hook_invalid"],
    ["a late answer", async () => false, "pre_hook_invalid"],
    ["no end in time", never, "pre_hook_timeout"],
  ])("%s", verifies("D2.pre-hook-blocks"), async (_, handler, code) => {
    let runs = 0;
    const hooks = new HookBus();
    const order: string[] = [];
    hooks.on("tool.pre", () => void order.push("before"));
    hooks.on("tool.pre", handler as () => void);
    hooks.on("tool.pre", () => void order.push("after"));
    const watched = watch({ hooks, gateTimeoutMs: 50, tools: [tool("t", () => ++runs)] });
    const acting = watched.branch.act(ask("t"), { suppressErrors: false });
    await vi.advanceTimersByTimeAsync(50);
    const model = first(await acting);
    expect(end(model)).toEqual(["denied", "no", code]);
    expect(model.output).toEqual({ error: "denied by a tool.pre guard", function: "t" });
    expect(model.response?.content).toMatchObject({ output: model.output, error: { code, message: expect.any(String) } });
    expect([runs, order]).toEqual([0, ["before"]]);
    expect(toolHooks(watched)).toEqual(["tool.error"]);
    expect(steps(watched)).toEqual(["proposed", "settled"]);
    expect(statuses(watched.branch)).toEqual(["skipped"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("handlers run one after another, across the buses of session and branch", verifies("D2.pre-hook-blocks"), async () => {
    const order: string[] = [];
    const hooks = new HookBus();
    hooks.on("tool.pre", async () => {
      order.push("bus starts");
      await Promise.resolve();
      order.push("bus ends");
    });
    const watched = watch({ hooks, tools: [tool("t", () => void order.push("tool"))] });
    watched.branch.on("tool.pre", () => void order.push("own"));
    await watched.branch.act(ask("t"));
    expect(order).toEqual(["bus starts", "bus ends", "own", "tool"]);
  });

  test("StopHook skips later handlers, and the tool still runs", verifies("D2.stop-hook"), async () => {
    const order: string[] = [];
    const hooks = new HookBus();
    hooks.on("tool.pre", async () => {
      throw new StopHook();
    });
    hooks.on("tool.pre", () => void order.push("later"));
    const watched = watch({ hooks, tools: [tool("t", () => order.push("tool"))] });
    expect(first(await watched.branch.act(ask("t"))).success).toBe(true);
    expect(order).toEqual(["tool"]);
    expect(watched.diagnostics).toEqual([]);
  });

  test("an error with the cancellation brand ends the act", verifies("D2.cancellation"), async () => {
    const stop = new Cancellation("stop");
    const watched = watch({ tools: [tool("t")] });
    watched.branch.on("tool.pre", () => {
      throw stop;
    });
    expect(await rejection(watched.branch.act(ask("t")))).toBe(stop);
    expect(toolHooks(watched)).toEqual(["tool.pre", "tool.error"]);
    expect(history(watched.branch)).toEqual(["t", "!cancelled"]);
  });
});

describe("after the record everybody is isolated", () => {
  const troubles: [string, () => unknown][] = [
    ["a throw", () => fail(new Error("down"))],
    ["undefined thrown", () => fail(undefined)],
    ["something unreadable thrown", () => fail(unreadable)],
    ["a cancellation", () => fail(new Cancellation("stop"))],
    ["a rejection", async () => fail(new Error("down"))],
    ["no end in time", never],
  ];
  function fail(error: unknown): never {
    throw error;
  }

  async function act(options: Parameters<typeof watch>[0], arrange: (watched: ReturnType<typeof watch>) => void = () => {}) {
    const watched = watch({ tools: [tool("t", () => 1)], gateTimeoutMs: 50, ...options });
    arrange(watched);
    const acting = watched.branch.act(ask("t"), { suppressErrors: false });
    await vi.advanceTimersByTimeAsync(1_000);
    const model = first(await acting);
    expect(model).toMatchObject({ success: true, output: 1 });
    expect(history(watched.branch)).toEqual(["t", "=1"]);
    expect(statuses(watched.branch)).toEqual(["completed"]);
    expect(vi.getTimerCount()).toBe(0);
    return watched;
  }

  test.each(troubles)("tool.post: %s", verifies("D2.hook-isolation"), async (_, trouble) => {
    const later: string[] = [];
    const watched = await act({}, ({ branch }) => {
      branch.on("tool.post", trouble as () => void);
      branch.on("tool.post", () => void later.push("ran"));
    });
    expect(watched.diagnostics.map(({ code }) => code)).toEqual(["hook_failed"]);
    expect(watched.branch.diagnostics.get("hook_failed")).toBe(1);
    expect(later).toEqual(["ran"]);
  });

  test.each(troubles)("a subscriber of the observer: %s", verifies("D2.observer-failure"), async (_, trouble) => {
    const seen: string[] = [];
    const observer = new SessionObserver();
    observer.observe("event", trouble as () => void);
    observer.observe("event", () => void seen.push("second"));
    const watched = await act({ observer });
    expect(seen).toEqual(["second"]);
    expect(watched.diagnostics.map(({ code }) => code)).toEqual(["observer_failed"]);
  });

  test("a filter and a route of the observer", verifies("D2.observer-failure", "D2.emit-and-log"), async () => {
    const matching = new SessionObserver();
    matching.route(() => fail(new Cancellation("stop")), "stream");
    matching.route(({ kind }) => kind === "event", "events");
    const watched = await act({ observer: matching });
    expect(matching.stream("events")).toHaveLength(1);
    expect(watched.diagnostics).toHaveLength(matching.stored.length);
    const filtering = new SessionObserver({ accepts: () => fail(undefined) });
    filtering.route(() => true, "all");
    await act({ observer: filtering });
    expect(filtering.stream("all")).toEqual([]);
    expect(filtering.stored.map(({ kind }) => kind)).toContain("event");
  });

  test.each(troubles)("a message callback: %s", verifies("D2.callback-failure"), async (_, trouble) => {
    const seen: string[] = [];
    const watched = await act({}, ({ branch }) => {
      branch.onMessage(trouble as () => void);
      branch.onMessage(({ kind }) => void seen.push(kind));
    });
    expect(seen).toEqual(["action_request", "action_response"]);
    expect(watched.diagnostics.map(({ code }) => code)).toEqual(["callback_failed", "callback_failed"]);
  });

  test.each(troubles)("settle of a policy: %s", async (_, trouble) => {
    const watched = await act({ policy: { id: "p", decide: () => true, settle: trouble as () => void } });
    expect(watched.diagnostics.map(({ code }) => code)).toEqual(["policy_failed"]);
  });

  test.each(troubles)("who listens to diagnostics: %s", async (_, trouble) => {
    const watched = await act({ onDiagnostic: trouble as () => void }, ({ branch }) => {
      branch.on("tool.post", () => fail(new Error("down")));
    });
    expect(watched.branch.diagnostics.get("hook_failed")).toBe(1);
  });

  test("StopHook is no failure", verifies("D2.hook-isolation"), async () => {
    const watched = await act({}, ({ branch }) => {
      branch.on("tool.post", () => fail(new StopHook()));
      branch.on("tool.post", () => fail(new Error("skipped")));
    });
    expect(watched.diagnostics).toEqual([]);
  });

  test("act waits for them, but not after the caller's abort", async () => {
    const controller = new AbortController();
    const watched = watch({ tools: [tool("t", () => 1)] });
    watched.branch.onMessage(never);
    watched.branch.on("tool.post", never);
    const acting = watched.branch.act(ask("t"), { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    controller.abort(new Error("enough"));
    expect(first(await acting).success).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a limit that no timer can hold is none", async () => {
    const watched = watch({ tools: [tool("t", () => 1)], gateTimeoutMs: Number.POSITIVE_INFINITY });
    const ends: (() => void)[] = [];
    watched.branch.onMessage(() => new Promise<void>((resolve) => void ends.push(resolve)));
    const acting = watched.branch.act(ask("t"));
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(watched.diagnostics).toEqual([]);
    expect(ends).toHaveLength(2);
    for (const end of ends) end();
    await acting;
  });
});
