import { withProcessors } from "@acta/actions";
import { verifies } from "@acta/requirements";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ActFailed } from "../src/index.js";
import { stages } from "./stages.js";
import { ask, countingSignal, end, ends, first, history, never, rejection, tool, toolHooks, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe.each(stages)("past the deadline, in $name", ({ arrange, hasRun, hasReachedGuard }) => {
  const executed = hasRun ? "unknown" : "no";

  test.each(["single", "sequential", "concurrent"] as const)("%s", verifies("D4.timeout"), async (mode) => {
    const watched = arrange();
    const { controller, listeners } = countingSignal();
    const strategy = mode === "sequential" ? "sequential" : "concurrent";
    const requests = mode === "single" ? [ask("t")] : [ask("t"), ask("nope")];
    const acting = watched.branch.act(requests, { strategy, signal: controller.signal, batch: { timeoutMs: 100 } });
    await vi.advanceTimersByTimeAsync(100);
    const model = first(await acting);
    expect(end(model)).toEqual(["timed_out", executed, "timed_out"]);
    expect(model.response?.content).toMatchObject({ output: null, error: { code: "timed_out" } });
    const event = watched.branch.log.find((each) => (each as { id: string }).id.startsWith(model.callId));
    expect(event).toMatchObject({ execution: { status: "aborted" } });
    expect(watched.branch.messages.openRequests).toEqual([]);
    const hooks = watched.hooks.filter(({ payload }) => payload.callId === model.callId);
    expect(hooks.map(({ point }) => point).filter((point) => point === "tool.error")).toHaveLength(hasReachedGuard ? 1 : 0);
    expect(listeners()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("thrown without suppressErrors, after it is recorded", verifies("D4.timeout"), async () => {
    const watched = arrange();
    const acting = rejection(watched.branch.act(ask("t"), { suppressErrors: false, batch: { timeoutMs: 100 } }));
    await vi.advanceTimersByTimeAsync(100);
    expect(ActFailed.isInstance(await acting)).toBe(true);
    expect(history(watched.branch)).toEqual(["t", "!timed_out"]);
  });
});

test("the shorter of the tool's limit and the act's", async () => {
  const { branch } = watch({ tools: [tool("short", never, { timeoutMs: 10 }), tool("long", never, { timeoutMs: 1_000 })] });
  const ended: number[] = [];
  branch.on("tool.error", () => void ended.push(Date.now() - begin));
  const begin = Date.now();
  const acting = branch.act([ask("short"), ask("long")], { batch: { timeoutMs: 100 } });
  await vi.advanceTimersByTimeAsync(100);
  await acting;
  expect(ended).toEqual([10, 100]);
});

test("time in a slot's queue, in the throttle and before its turn does not count", verifies("D4.timeout"), async () => {
  const work = tool("t", () => new Promise((resolve) => setTimeout(() => resolve(1), 80)));
  for (const batch of [{ concurrency: 1 }, { throttleMs: 90 }]) {
    const { branch } = watch({ tools: [work] });
    const acting = branch.act([ask("t"), ask("t"), ask("t")], { batch: { ...batch, timeoutMs: 100 } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ends(await acting)).toEqual(Array.from({ length: 3 }, () => ["succeeded", "yes", null]));
  }
});

test("time to decide and time to perform count together", async () => {
  const slow = (ms: number) => new Promise<boolean>((resolve) => setTimeout(() => resolve(true), ms));
  const { branch } = watch({ tools: [tool("t", () => slow(60))], policy: () => slow(60) });
  const acting = branch.act(ask("t"), { batch: { timeoutMs: 100 } });
  await vi.advanceTimersByTimeAsync(100);
  expect(ends(await acting)).toEqual([["timed_out", "unknown", "timed_out"]]);
});

test("a result that arrives before the timer has fired counts", async () => {
  const { branch } = watch({ tools: [tool("t", () => new Promise((resolve) => setTimeout(() => resolve(1), 99)))] });
  const acting = branch.act(ask("t"), { batch: { timeoutMs: 100 } });
  await vi.advanceTimersByTimeAsync(99);
  expect(ends(await acting)).toEqual([["succeeded", "yes", null]]);
});

test("what a tool gives after its deadline is dropped and reported", async () => {
  let runs = 0;
  const slow = tool("t", () => new Promise((resolve) => setTimeout(() => resolve(++runs), 200)));
  const watched = watch({ tools: [slow] });
  const acting = watched.branch.act(ask("t"), { batch: { timeoutMs: 100 } });
  await vi.advanceTimersByTimeAsync(300);
  await acting;
  expect(watched.diagnostics).toMatchObject([{ code: "late_result" }]);
  expect([runs, history(watched.branch)]).toEqual([1, ["t", "!timed_out"]]);
});

test("a security processor has gateTimeoutMs, and being late denies", async () => {
  let runs = 0;
  const watched = watch({
    tools: [
      withProcessors(
        tool("t", () => ++runs),
        { security: { t: [never] } },
      ),
    ],
    gateTimeoutMs: 100,
  });
  const acting = watched.branch.act(ask("t"));
  await vi.advanceTimersByTimeAsync(100);
  expect(ends(await acting)).toEqual([["denied", "no", "gate_timeout"]]);
  expect([runs, toolHooks(watched)]).toEqual([0, ["tool.pre", "tool.error"]]);
});
