import { escalate, type Gate } from "@acta/governance";
import { HookBus } from "@acta/hooks";
import { createActionRequest } from "@acta/messages";
import { noUnhandledRejections } from "@acta/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ActionResponseModel, Branch } from "../src/index.js";
import {
  ask,
  deferred,
  end,
  ends,
  fail,
  first,
  history,
  later,
  rejection,
  statuses,
  tool,
  type Watched,
  watch,
  withTime,
} from "./support.js";

/** What went wrong elsewhere in public, tried here. The ids are those of the reports: see `docs/reports.md`. */

noUnhandledRejections();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const strategies = [{ strategy: "sequential" }, { strategy: "concurrent" }] as const;

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
      tool("a", () => later(30, () => `r-${++landed}`)),
      tool("b", () => later(5, () => fail(new Error("benign")))),
      tool("c", (_, { signal }) => {
        const work = later(50, () => "c");
        return Promise.race([work, new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)))]);
      }),
      tool("d", () => later(10, () => "d")),
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
    const late = tool("late", () => later(60, () => fail(new Error("late"))));
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
