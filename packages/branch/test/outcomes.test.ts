import { CallLost } from "@acta/actions";
import { type CallContext, defer, escalate } from "@acta/governance";
import { verifies } from "@acta/requirements";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { ActFailed, type ActionResponseModel, BranchError } from "../src/index.js";
import { ask, end, ends, first, history, never, rejection, statuses, tool, toolHooks, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

const boom = new Error("boom");
const executor = {
  name: "faraway",
  capabilities: { offLoop: true, killable: true, remote: true },
  execute: () => ({ kind: "lost" as const, reason: "the worker died" }),
};

function arrange() {
  const watched = watch({
    executors: [executor],
    tools: [
      tool("succeeded", () => 1),
      tool("failed", () => {
        throw boom;
      }),
      tool("rejected", () => 1, { input: z.object({ n: z.number() }) as never }),
      tool("denied"),
      tool("guarded"),
      tool("escalated"),
      tool("deferred"),
      tool("timed_out", never, { timeoutMs: 10 }),
      tool("ambiguous", never, { executor: "faraway" }),
    ],
    policy: ({ function: name }: CallContext) => {
      if (name === "escalated") return escalate("sure?");
      if (name === "deferred") return defer("full", 5);
      return name !== "denied";
    },
  });
  watched.branch.on("tool.pre", ({ toolName }) => {
    if ((toolName as string) === "guarded") throw new Error("no");
  });
  return watched;
}

const table: readonly [
  name: string,
  kind: string,
  executed: string,
  code: string | null,
  status: string,
  hooks: string[],
  throws: boolean,
][] = [
  ["succeeded", "succeeded", "yes", null, "completed", ["tool.pre", "tool.post"], false],
  ["failed", "failed", "yes", "tool_failed", "failed", ["tool.pre", "tool.error"], true],
  ["rejected", "rejected", "no", "invalid_arguments", "skipped", ["tool.error"], true],
  ["denied", "denied", "no", "gate_denied", "skipped", [], false],
  ["guarded", "denied", "no", "pre_hook_failed", "skipped", ["tool.pre", "tool.error"], false],
  ["escalated", "escalated", "no", "approval_required", "skipped", [], false],
  ["deferred", "deferred", "no", "deferred", "skipped", [], false],
  ["timed_out", "timed_out", "unknown", "timed_out", "aborted", ["tool.pre", "tool.error"], true],
  ["ambiguous", "ambiguous", "unknown", "lost", "aborted", ["tool.pre", "tool.error"], true],
];

describe.each(["single", "sequential", "concurrent"] as const)("%s", (mode) => {
  /** The call, alone or between two others. */
  async function act(name: string, suppressErrors: boolean) {
    const watched = arrange();
    const requests = mode === "single" ? ask(name) : [ask("succeeded", { n: 1 }), ask(name), ask("succeeded", { n: 2 })];
    const strategy = mode === "sequential" ? "sequential" : "concurrent";
    const acting = watched.branch.act(requests, { suppressErrors, strategy, batch: { siblings: "isolate" } });
    const settled = acting.then(
      (models) => ({ models, error: undefined }),
      (error: ActFailed) => ({ models: error.responses, error }),
    );
    await vi.advanceTimersByTimeAsync(10);
    const { models, error } = await settled;
    return { ...watched, error, model: models[mode === "single" ? 0 : 1] as ActionResponseModel };
  }

  test.each(table)(
    "%s: %s, executed %s, %s",
    verifies("D3.error-field", "D3.suppressed", "D4.per-call"),
    async (name, kind, executed, code, status, hooks) => {
      const watched = await act(name, true);
      const { model, branch } = watched;
      expect(watched.error).toBeUndefined();
      expect(end(model)).toEqual([kind, executed, code]);
      expect(model.success).toBe(kind === "succeeded");
      const own = watched.hooks.filter(({ payload }) => payload.callId === model.callId && payload.toolName !== undefined);
      expect(own.map(({ point }) => point)).toEqual(name === "guarded" ? ["tool.pre", "tool.error"] : hooks);
      const event = branch.log.find((each) => (each as { id: string }).id.startsWith(model.callId)) as { execution: { status: string } };
      expect(event.execution.status).toBe(status);
      if (kind === "escalated") {
        expect(model.response).toBeNull();
        expect(branch.messages.openRequests.map(({ id }) => id)).toEqual([model.requestId]);
        return;
      }
      const { response } = model;
      expect(response).toBe(branch.messages.responseTo(model.requestId));
      expect(response?.success).toBe(code === null);
      expect(response?.content.error?.code ?? null).toBe(code);
      expect(response?.metadata).toMatchObject({ outcome: kind, executed });
      expect(branch.messages.openRequests).toEqual([]);
      if (kind !== "succeeded" && kind !== "denied") expect([model.output, response?.content.output]).toEqual([null, null]);
    },
  );

  test.each(table)(
    "%s without suppressErrors",
    verifies("D3.unsuppressed", "D3.captured-failure"),
    async (name, kind, executed, code, _status, _hooks, throws) => {
      const { error, model, branch } = await act(name, false);
      expect(error !== undefined).toBe(throws);
      expect(end(model)).toEqual([kind, executed, code]);
      expect(branch.messages.openRequests).toHaveLength(kind === "escalated" ? 1 : 0);
      if (!throws) return;
      expect(ActFailed.isInstance(error) && BranchError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({ code: "act_failed", message: error?.errors[0]?.message });
      expect(error?.cause).toBe(error?.errors[0]);
      if (name === "failed") expect(error?.cause).toBe(boom);
      if (name === "ambiguous") expect(CallLost.isInstance(error?.cause)).toBe(true);
    },
  );
});

describe.each(["sequential", "concurrent"] as const)("values in a %s batch", (strategy) => {
  test(
    "null, undefined and falsy outputs link, and are no failures",
    verifies("D2.link", "D2.link-null", "D3.successful-null"),
    async () => {
      const outputs = { nothing: null, missing: undefined, zero: 0, no: false, empty: "" };
      const tools = Object.entries(outputs).map(([name, output]) => tool(name, () => output));
      const { branch } = watch({ tools: [...tools, tool("broken", () => Promise.reject(boom))] });
      const models = await branch.act(
        [...Object.keys(outputs), "broken"].map((name) => ask(name)),
        { strategy },
      );
      expect(history(branch)).toEqual([
        "nothing",
        "=null",
        "missing",
        "=null",
        "zero",
        "=0",
        "no",
        "=false",
        "empty",
        '=""',
        "broken",
        "!tool_failed",
      ]);
      expect(models.map(({ output }) => output)).toEqual([null, undefined, 0, false, "", null]);
      for (const [index, message] of branch.messages.messages.entries()) {
        const other = branch.messages.messages[index + (index % 2 === 0 ? 1 : -1)];
        if (message.kind === "action_request")
          expect([message.recipient, message.content.actionResponseId]).toEqual([message.content.function, other?.id]);
        if (message.kind === "action_response") expect(message.content.actionRequestId).toBe(other?.id);
      }
    },
  );

  test("history alone tells success from failure", verifies("D3.successful-null"), async () => {
    const { branch } = arrange();
    const acting = branch.act(
      table.map(([name]) => ask(name)),
      { strategy },
    );
    const models = await untilDone(acting);
    for (const { requestId, success, outcome } of models) {
      if (outcome.kind !== "escalated")
        expect(branch.messages.responseTo(requestId)).toMatchObject({ success, metadata: { outcome: outcome.kind } });
    }
  });
});

/** Lets simulated time pass until then: the digest of an approval is made on another thread, in real time. */
async function untilDone<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await vi.advanceTimersByTimeAsync(20);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return end;
}

describe("failure of a tool", () => {
  test("tool.error once, tool.post never; a linked response with the error", verifies("D3.captured-failure", "D3.suppressed"), async () => {
    const watched = arrange();
    const model = first(await watched.branch.act(ask("failed")));
    expect(toolHooks(watched)).toEqual(["tool.pre", "tool.error"]);
    const [error] = watched.hooks.filter(({ point }) => point === "tool.error");
    expect(error?.payload).toEqual({ callId: model.callId, toolName: "failed", error: boom, duration: expect.any(Number) });
    expect(model.response?.content).toMatchObject({ output: null, error: { code: "tool_failed", message: "boom" } });
  });

  test.each<[string, unknown, string]>([
    ["undefined", undefined, "Not an error: undefined."],
    ["a frozen object", Object.freeze({ a: 1 }), "Not an error: object."],
    ["a text", "oh", "Not an error: oh."],
    ["an error whose message is no text", Object.assign(new Error(), { message: 10n }), "10"],
    ["an error whose message has none", Object.assign(new Error(), { message: Object.create(null) }), "an error without a text"],
  ])("thrown: %s", verifies("D1.ordinary-error"), async (_, thrown, message) => {
    const watched = watch({
      tools: [
        tool("t", () => {
          throw thrown;
        }),
      ],
    });
    const model = first(await watched.branch.act(ask("t")));
    expect(model.outcome.error).toEqual({ code: "tool_failed", message });
    expect(statuses(watched.branch)).toEqual(["failed"]);
  });

  test("ActFailed has all responses, and the errors in request order", verifies("D4.raised", "D3.unsuppressed"), async () => {
    const { branch } = arrange();
    const error = (await rejection(
      branch.act([ask("failed"), ask("succeeded"), ask("nope")], { suppressErrors: false, batch: { siblings: "isolate" } }),
    )) as ActFailed;
    expect(ends(error.responses).map(([kind]) => kind)).toEqual(["failed", "succeeded", "rejected"]);
    expect(error.errors.map((each) => (each as { code?: string }).code ?? each.message)).toEqual(["boom", "unknown_tool"]);
    expect(error).toMatchObject({ cause: boom, message: "2 calls failed" });
  });
});
