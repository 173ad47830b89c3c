import { escalate, type Gate } from "@acta/governance";
import { noUnhandledRejections } from "@acta/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ask, end, fail, first, history, later, rejection, statuses, tool, watch, withTime } from "./support.js";

/** What went wrong elsewhere in public, tried here. The ids are those of the reports: see `docs/reports.md`. */

noUnhandledRejections();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setRealImmediate = setImmediate;
const strategies = [{ strategy: "sequential" }, { strategy: "concurrent" }] as const;

describe("B08: an abort reaches every tool, and nobody waits for one that does not listen", () => {
  const stop = new Error("user stop");

  function arrange(policy?: Gate) {
    let landed = 0;
    const signals: AbortSignal[] = [];
    const tools = [
      tool("heeds", (_, { signal }) => {
        signals.push(signal);
        return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      }),
      tool("lands", (_, { signal }) => {
        signals.push(signal);
        return later(200, () => ++landed);
      }),
      tool("throws", (_, { signal }) => {
        signals.push(signal);
        return later(200, () => fail(new Error("late")));
      }),
    ];
    return { ...watch({ tools, policy }), signals, landed: () => landed };
  }

  /** Aborts after 10 ms; how long it took until the caller had its answer. */
  async function aborted({ signals }: { readonly signals: readonly AbortSignal[] }, start: (signal: AbortSignal) => Promise<unknown>) {
    const controller = new AbortController();
    const began = performance.now();
    const acting = start(controller.signal).then(
      () => ({ error: undefined, took: performance.now() - began }),
      (error) => ({ error, took: performance.now() - began }),
    );
    // The digest of an approval is worked out elsewhere, and in real time.
    while (signals.length === 0) await new Promise((resolve) => setRealImmediate(resolve));
    await vi.advanceTimersByTimeAsync(10);
    controller.abort(stop);
    await vi.advanceTimersByTimeAsync(1);
    return acting;
  }

  /** Later, when the tools have ended too. */
  async function expectRight(watched: ReturnType<typeof arrange>, name: string, calls = 1) {
    const { branch, signals, hooks } = watched;
    const record = JSON.stringify(watched.entries());
    await vi.advanceTimersByTimeAsync(500);
    expect(JSON.stringify(watched.entries())).toBe(record);
    expect(signals.map(({ reason }) => reason)).toEqual([stop]);
    expect(history(branch)).toEqual([name, "!cancelled", ...Array.from({ length: calls - 1 }, () => ["lands", "!aborted"]).flat()]);
    expect(branch.log.at(0 - calls)).toMatchObject({ execution: { status: "cancelled", duration: expect.any(Number), response: null } });
    const mine = hooks.flatMap(({ point, payload }) => (payload.toolName === undefined ? [] : [point]));
    expect(mine).toEqual(["tool.pre", "tool.error"]);
    expect(watched.landed()).toBe(name === "lands" ? 1 : 0);
    expect(branch.diagnostics.get("late_result")).toBe(name === "heeds" ? undefined : 1);
  }

  const names = ["heeds", "lands", "throws"];

  test.each(names)("alone: %s", async (name) => {
    const watched = arrange();
    expect(await aborted(watched, (signal) => watched.branch.act(ask(name), { signal }))).toEqual({ error: stop, took: 10 });
    await expectRight(watched, name);
  });

  test.each(names)("approved while it waits: %s", async (name) => {
    const watched = arrange(() => escalate("sure?"));
    await watched.branch.act(ask(name));
    const [approval] = await watched.branch.approvals();
    const approving = aborted(watched, (signal) => watched.branch.approve(approval?.id ?? "", { by: "ada", signal }));
    expect(await approving).toEqual({ error: stop, took: 10 });
    await expectRight(watched, name);
  });

  test.each(strategies)("in a batch, whose other calls have not started: %j", async (strategy) => {
    const watched = arrange();
    const calls = [ask("heeds"), ask("lands"), ask("lands")];
    const acting = aborted(watched, (signal) => watched.branch.act(calls, { ...strategy, signal, batch: { concurrency: 1 } }));
    expect(await acting).toEqual({ error: stop, took: 10 });
    await expectRight(watched, "heeds", 3);
  });
});

describe("B11: a timeout is said of the wait, and not of the work", () => {
  const timeoutMs = 20;

  function arrange(heeds: boolean, effect: "unsafe" | "idempotent" = "unsafe") {
    const log: string[] = [];
    let running = 0;
    let atOnce = 0;
    const send = tool(
      "send",
      async (_, { signal, attempt }) => {
        atOnce = Math.max(atOnce, ++running);
        await later(40, () => {
          if (!heeds || !signal.aborted) log.push(`sent ${attempt}`);
        });
        running--;
        return "sent";
      },
      { timeoutMs, effect },
    );
    return { watched: watch({ tools: [send] }), log, atOnce: () => atOnce };
  }

  test.each([true, false])("by default there is one attempt; it heeds its signal: %s", async (heeds) => {
    const { watched, log } = arrange(heeds);
    const model = first(await withTime(watched.branch.act(ask("send")), 20));
    expect(end(model)).toEqual(["timed_out", "unknown", "timed_out"]);
    expect(model.response?.content.error?.message).toContain("may still take effect");
    const record = JSON.stringify(watched.entries());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log).toEqual(heeds ? [] : ["sent 1"]);
    expect(JSON.stringify(watched.entries())).toBe(record);
    expect([history(watched.branch), statuses(watched.branch)]).toEqual([["send", "!timed_out"], ["aborted"]]);
  });

  test.each([true, false])("a second attempt waits for the end of the first; it heeds its signal: %s", async (heeds) => {
    const { watched, log, atOnce } = arrange(heeds, "idempotent");
    const model = first(await withTime(watched.branch.act(ask("send"), { batch: { retry: { attempts: 2 } } })));
    expect([end(model), model.attempt, atOnce()]).toEqual([["timed_out", "unknown", "timed_out"], 2, 1]);
    expect(log).toEqual(heeds ? [] : ["sent 1", "sent 2"]);
    expect([history(watched.branch), watched.branch.log.length]).toEqual([["send", "!timed_out"], 1]);
  });

  test("what may have been done is said to the model of a cancelled call too; not of one that never started", async () => {
    const { watched } = arrange(false);
    const controller = new AbortController();
    const calls = [ask("send"), ask("send", { n: 2 })];
    const acting = rejection(watched.branch.act(calls, { signal: controller.signal, strategy: "sequential" }));
    await vi.advanceTimersByTimeAsync(10);
    controller.abort(new Error("stop"));
    await acting;
    const texts = watched.branch.messages.messages.flatMap((message) =>
      message.kind === "action_response" ? [message.content.error?.message ?? ""] : [],
    );
    expect(texts.map((text) => text.includes("may still take effect"))).toEqual([true, false]);
  });
});
