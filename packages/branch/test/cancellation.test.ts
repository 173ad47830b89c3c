import { Cancellation } from "@acta/event";
import { verifies } from "@acta/requirements";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Branch } from "../src/index.js";
import { stages } from "./stages.js";
import { ask, countingSignal, history, never, rejection, statuses, steps, tool, toolHooks, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const reason = Object.freeze({ why: "the user closed the window" });

describe.each(stages)("the caller aborts, in $name", ({ arrange, hasRun, hasReachedGuard }) => {
  const executed = hasRun ? "unknown" : "no";

  test.each(["single", "sequential", "concurrent"] as const)("%s", verifies("D2.cancellation"), async (mode) => {
    const watched = arrange();
    const { controller, listeners } = countingSignal();
    const strategy = mode === "sequential" ? "sequential" : "concurrent";
    const requests = mode === "single" ? [ask("t")] : [ask("t"), ask("t")];
    const acting = rejection(
      watched.branch.act(requests, { strategy, signal: controller.signal, batch: { concurrency: 1, timeoutMs: 5_000 } }),
    );
    await vi.advanceTimersByTimeAsync(10);
    controller.abort(reason);
    expect(await acting).toBe(reason);
    const outcomes = watched
      .entries()
      .flatMap(({ kind, body }) => (kind === "call.settled" ? [(body as { outcome: { kind: string; executed: string } }).outcome] : []));
    expect(outcomes[0]).toMatchObject({ kind: "cancelled", executed, error: { code: "cancelled" } });
    // Before its guard each call of a concurrent batch is being decided; after it, only one has a slot.
    if (mode !== "single") expect(outcomes[1]?.kind).toBe(mode === "concurrent" && !hasReachedGuard ? "cancelled" : "skipped");
    expect(watched.branch.messages.openRequests).toEqual([]);
    expect(statuses(watched.branch)[0]).toBe("cancelled");
    expect(toolHooks(watched).filter((point) => point === "tool.error")).toHaveLength(hasReachedGuard ? 1 : 0);
    expect(listeners()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the caller's abort", () => {
  test.each(["sequential", "concurrent"] as const)(
    "before act still records every request: %s",
    verifies("D2.cancellation"),
    async (strategy) => {
      let runs = 0;
      const watched = watch({ tools: [tool("t", () => ++runs)], policy: () => ++runs > 0 });
      expect(await rejection(watched.branch.act([ask("t"), ask("nope")], { strategy, signal: AbortSignal.abort(reason) }))).toBe(reason);
      expect(history(watched.branch)).toEqual(["t", "!aborted", "nope", "!aborted"]);
      expect([runs, toolHooks(watched), steps(watched)]).toEqual([0, [], ["proposed", "proposed", "settled", "settled"]]);
    },
  );

  test("after the last call has ended changes nothing", async () => {
    const controller = new AbortController();
    const watched = watch({ tools: [tool("t", () => 1)] });
    watched.branch.on("tool.post", () => controller.abort(reason));
    expect(await watched.branch.act(ask("t"), { signal: controller.signal })).toMatchObject([{ success: true }]);
  });

  test("in a message callback, before anything is decided", async () => {
    const controller = new AbortController();
    const watched = watch({ tools: [tool("t")] });
    watched.branch.onMessage(() => controller.abort(reason));
    expect(await rejection(watched.branch.act(ask("t"), { signal: controller.signal }))).toBe(reason);
    expect(history(watched.branch)).toEqual(["t", "!aborted"]);
  });

  test(
    "running calls are cancelled, those without a slot are skipped, ended ones keep their end",
    verifies("D2.cancellation", "D4.raised"),
    async () => {
      const controller = new AbortController();
      const watched = watch({ tools: [tool("done", () => 1), tool("slow", never)] });
      const acting = rejection(
        watched.branch.act([ask("done"), ask("slow"), ask("slow"), ask("done")], { signal: controller.signal, batch: { concurrency: 2 } }),
      );
      await vi.advanceTimersByTimeAsync(1);
      controller.abort(reason);
      expect(await acting).toBe(reason);
      expect(history(watched.branch)).toEqual(["done", "=1", "slow", "!cancelled", "slow", "!cancelled", "done", "!aborted"]);
    },
  );

  test("wins over a sibling that failed before", verifies("D4.raised", "D2.cancellation"), async () => {
    const controller = new AbortController();
    const watched = watch({ tools: [tool("bad", () => Promise.reject(new Error("no"))), tool("slow", never)] });
    const options = { suppressErrors: false, signal: controller.signal, batch: { siblings: "stop" } } as const;
    const acting = rejection(watched.branch.act([ask("bad"), ask("slow")], options));
    await vi.advanceTimersByTimeAsync(1);
    controller.abort(reason);
    expect(await acting).toBe(reason);
    expect(history(watched.branch)).toEqual(["bad", "!tool_failed", "slow", "!cancelled"]);
  });

  test("an AbortError of the tool's own is an ordinary failure", verifies("D1.ordinary-error"), async () => {
    const controller = new AbortController();
    const watched = watch({ tools: [tool("t", () => Promise.reject(new DOMException("gone", "AbortError")))] });
    expect(await watched.branch.act(ask("t"), { signal: controller.signal })).toMatchObject([
      { outcome: { kind: "failed", error: { code: "tool_failed" } } },
    ]);
  });

  test("is what an error becomes that arrives after it", async () => {
    const controller = new AbortController();
    const watched = watch({
      tools: [
        tool("t", () => {
          controller.abort(reason);
          throw new Error("a consequence");
        }),
      ],
    });
    expect(await rejection(watched.branch.act(ask("t"), { signal: controller.signal }))).toBe(reason);
    expect(history(watched.branch)).toEqual(["t", "!cancelled"]);
  });
});

test.each(["single", "concurrent"] as const)(
  "a tool that throws a Cancellation: one terminal hook, recorded, then it propagates: %s",
  verifies("D2.cancellation"),
  async (mode) => {
    const stop = new Cancellation("stop");
    const watched = watch({ tools: [tool("stop", () => Promise.reject(stop)), tool("slow", never)] });
    const requests = mode === "single" ? [ask("stop")] : [ask("stop"), ask("slow")];
    expect(await rejection(watched.branch.act(requests, { suppressErrors: false }))).toBe(stop);
    const own = watched.hooks.filter(({ payload }) => payload.toolName === "stop").map(({ point }) => point);
    expect(own).toEqual(["tool.pre", "tool.error"]);
    expect(history(watched.branch).slice(0, 2)).toEqual(["stop", "!cancelled"]);
    expect(watched.branch.messages.openRequests).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  },
);

test("an abort gets through to a batch that waits for nothing", async () => {
  vi.useRealTimers();
  const controller = new AbortController();
  const branch = new Branch({ tools: [tool("t")] });
  setTimeout(() => controller.abort(new Error("enough")), 0);
  const acting = branch.act(
    Array.from({ length: 5_000 }, () => ask("t")),
    { signal: controller.signal },
  );
  await expect(acting).rejects.toThrow("enough");
  const outcomes = branch.messages.messages.flatMap((message) => (message.kind === "action_response" ? [message.metadata.outcome] : []));
  expect(outcomes).toHaveLength(5_000);
  expect(new Set(outcomes)).toEqual(new Set(["succeeded", "skipped"]));
});
