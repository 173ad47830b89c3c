import { escalate, type Gate } from "@acta/governance";
import { HookBus } from "@acta/hooks";
import { createActionRequest } from "@acta/messages";
import { noUnhandledRejections } from "@acta/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ActionResponseModel, Branch } from "../src/index.js";
import { ask, deferred, end, ends, first, history, rejection, statuses, tool, type Watched, watch } from "./support.js";

/** What went wrong elsewhere in public, tried here. The ids are those of the reports: see `docs/reports.md`. */

noUnhandledRejections();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setRealImmediate = setImmediate;
const strategies = [{ strategy: "sequential" }, { strategy: "concurrent" }] as const;

/** Ends it, whatever timers it waits for. */
async function withTime<T>(acting: Promise<T>, milliseconds = 1_000): Promise<T> {
  const ended = acting.then(
    (value) => () => value,
    (error) => () => {
      throw error;
    },
  );
  await vi.advanceTimersByTimeAsync(milliseconds);
  return (await ended)();
}

const after = <T>(milliseconds: number, answer: () => T) =>
  new Promise<T>((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(answer());
      } catch (error) {
        reject(error);
      }
    }, milliseconds);
  });

const fail = (error: unknown): never => {
  throw error;
};

describe("B03: a failure that was captured is no success", () => {
  const tools = [
    tool("t1", () => fail(new RangeError("limit 10"))),
    tool("t2", () => null),
    tool("t3", () => "landed", { postprocess: () => fail(new Error("no postprocess")) }),
  ];
  const calls = [ask("t1"), ask("t2"), ask("t3")];
  const told = ["t1", "!tool_failed", "t2", "=null", "t3", "!postprocess_failed"];

  function expectRight({ branch, hooks }: Watched) {
    expect(history(branch)).toEqual(told);
    expect(statuses(branch).toSorted()).toEqual(["completed", "failed", "failed"]);
    for (const event of branch.log) expect(event).toMatchObject({ execution: { duration: expect.any(Number) } });
    const of = (name: string) => hooks.flatMap(({ point, payload }) => (payload.toolName === name ? [point] : []));
    expect([of("t1"), of("t2"), of("t3")]).toEqual([
      ["tool.pre", "tool.error"],
      ["tool.pre", "tool.post"],
      ["tool.pre", "tool.error"],
    ]);
  }

  test("one at a time, and what is answered carries the error", async () => {
    const watched = watch({ tools });
    const models = [];
    for (const call of calls) models.push(first(await watched.branch.act(call)));
    expect(ends(models)).toEqual([
      ["failed", "yes", "tool_failed"],
      ["succeeded", "yes", null],
      ["failed", "yes", "postprocess_failed"],
    ]);
    expect(models.map(({ output }) => output)).toEqual([null, null, null]);
    expect(models.map(({ outcome }) => outcome.error?.message)).toEqual(["limit 10", undefined, "no postprocess"]);
    expectRight(watched);
  });

  test.each(strategies)("as a batch, %j", async (strategy) => {
    const watched = watch({ tools });
    await watched.branch.act(calls, strategy);
    expectRight(watched);
  });

  test.each(strategies)("thrown, %j, after all of it is in history", async (strategy) => {
    const watched = watch({ tools });
    const error = await rejection(watched.branch.act(calls, { ...strategy, suppressErrors: false, batch: { siblings: "isolate" } }));
    expect(error).toMatchObject({ code: "act_failed", cause: expect.any(RangeError) });
    expectRight(watched);
  });
});

describe("B06: the error of one call is its own", () => {
  function arrange() {
    let landed = 0;
    const hooks = new HookBus({ onHandlerError: () => {} });
    hooks.on("tool.post", ({ toolName }) => (toolName === "d" ? Promise.reject(new Error("hook")) : undefined));
    const tools = [
      tool("a", () => after(30, () => `r-${++landed}`)),
      tool("b", () => after(5, () => fail(new Error("benign")))),
      tool("c", (_, { signal }) => {
        const work = after(50, () => "c");
        return Promise.race([work, new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))]);
      }),
      tool("d", () => after(10, () => "d")),
    ];
    return { watched: watch({ tools, hooks }), landed: () => landed, calls: ["a", "b", "c", "d"].map((name) => ask(name)) };
  }

  test("kept: the siblings succeed, and nobody speaks of another", async () => {
    const { watched, calls, landed } = arrange();
    const models = await withTime(watched.branch.act(calls));
    expect(models.map(({ output }) => output)).toEqual(["r-1", null, "c", "d"]);
    expect(models[1]?.outcome.error).toEqual({ code: "tool_failed", message: "benign" });
    expect(history(watched.branch)).toEqual(["a", '="r-1"', "b", "!tool_failed", "c", '="c"', "d", '="d"']);
    expect(landed()).toBe(1);
  });

  test("thrown: what had ended keeps its end, what runs is stopped, and everything is recorded", async () => {
    const { watched, calls, landed } = arrange();
    const error = await rejection(withTime(watched.branch.act(calls, { suppressErrors: false })));
    expect(error).toMatchObject({ code: "act_failed", cause: { message: "benign" } });
    expect(ends((error as { responses: ActionResponseModel[] }).responses)).toEqual([
      ["cancelled", "unknown", "sibling_failed"],
      ["failed", "yes", "tool_failed"],
      ["cancelled", "unknown", "sibling_failed"],
      ["cancelled", "unknown", "sibling_failed"],
    ]);
    expect(history(watched.branch)).toEqual(["a", "!sibling_failed", "b", "!tool_failed", "c", "!sibling_failed", "d", "!sibling_failed"]);
    expect(landed()).toBe(1);
  });

  test("thrown: a sibling that had succeeded stays so", async () => {
    const { watched, calls } = arrange();
    const late = tool("late", () => after(60, () => fail(new Error("late"))));
    watched.branch.actions.register(late);
    const named = calls.filter((call) => call.function !== "b");
    const error = await rejection(withTime(watched.branch.act([...named, ask("late")], { suppressErrors: false })));
    expect(error).toMatchObject({ code: "act_failed", cause: { message: "late" } });
    expect(history(watched.branch)).toEqual(["a", '="r-1"', "c", '="c"', "d", '="d"', "late", "!tool_failed"]);
  });

  test("thrown in its slot: nothing is cancelled", async () => {
    const { watched, calls } = arrange();
    const error = await rejection(withTime(watched.branch.act(calls, { suppressErrors: false, batch: { siblings: "isolate" } })));
    expect(ends((error as { responses: ActionResponseModel[] }).responses).map(([kind]) => kind)).toEqual([
      "succeeded",
      "failed",
      "succeeded",
      "succeeded",
    ]);
  });
});

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
        return after(200, () => ++landed);
      }),
      tool("throws", (_, { signal }) => {
        signals.push(signal);
        return after(200, () => fail(new Error("late")));
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
        await after(40, () => {
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

describe("B25: what is resumed is not what is replayed", () => {
  const policy: Gate = (call) => call.function !== "ask" || escalate("which one?");

  function arrange() {
    const ran: string[] = [];
    const tools = ["ask", "send_mail", "lookup"].map((name) => tool(name, () => ran.push(name) > 0));
    return { ...watch({ tools, policy }), ran, tools };
  }

  test.each(strategies)("a call that waits resumes alone, after a restart too: %j", async (strategy) => {
    const { branch, journal, ran, tools } = arrange();
    const models = await branch.act([ask("ask"), ask("send_mail"), ask("lookup")], strategy);
    expect(ends(models).map(([kind]) => kind)).toEqual(["escalated", "succeeded", "succeeded"]);
    await branch.close();
    const again = await Branch.open({ id: "branch", journal, policy, tools });
    expect(await again.recover({ rerun: true })).toEqual([]);
    const [approval, ...others] = await again.approvals();
    expect(others).toEqual([]);
    await again.approve(approval?.id ?? "", { by: "ada" });
    expect(await again.recover({ rerun: true })).toEqual([]);
    expect(ran.toSorted()).toEqual(["ask", "lookup", "send_mail"]);
    expect(history(again)).toEqual(["ask", "=true", "send_mail", "=true", "lookup", "=true"]);
  });

  test("a request message that is acted on twice, at once or after another, runs once", async () => {
    const gate = deferred();
    let ran = 0;
    const { branch } = watch({ tools: [tool("send_mail", () => gate.promise.then(() => ++ran))] });
    const request = createActionRequest({ id: "q", function: "send_mail", arguments: {} });
    const acting = [branch.act(request), branch.act(request)];
    gate.resolve();
    const answers = [...(await Promise.all(acting)), await branch.act(request)];
    expect(answers.map((models) => end(first(models)))).toEqual([
      ["succeeded", "yes", null],
      ["skipped", "no", "duplicate"],
      ["skipped", "no", "already_answered"],
    ]);
    expect(ran).toBe(1);
  });

  test("an event that is invoked again while it runs, or afterwards, runs once, and both learn its one end", async () => {
    const gate = deferred();
    let ran = 0;
    const { branch } = watch({ tools: [tool("send_mail", () => gate.promise.then(() => ++ran))] });
    const event = await branch.actions.prepareUngoverned({ function: "send_mail", arguments: {} });
    const invoking = [event.invoke(), event.invoke()];
    gate.resolve();
    await Promise.all(invoking);
    await event.invoke();
    expect([ran, event.status, event.execution.response]).toEqual([1, "completed", 1]);
  });
});
