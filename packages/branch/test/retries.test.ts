import { NotExecuted, type ToolContext } from "@acta/actions";
import type { CallContext, Effect } from "@acta/governance";
import { verifies } from "@acta/requirements";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ask, deferred, end, ends, first, history, never, rejection, steps, tool, toolHooks, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const boom = new Error("boom");
const retry = { attempts: 3 };

/** A tool that fails so often, and the contexts that it got. */
function flaky(failures: number, effect: Effect, error: unknown = boom) {
  const contexts: ToolContext[] = [];
  const run = (_: unknown, context: ToolContext) => {
    contexts.push(context);
    if (contexts.length <= failures) throw error;
    return contexts.length;
  };
  return { contexts, tool: tool("t", run, { effect }) };
}

test.each<[Effect, unknown, number]>([
  ["read", boom, 3],
  ["idempotent", boom, 3],
  ["unsafe", boom, 1],
  ["unsafe", new NotExecuted("the line was busy"), 3],
])("%s, %s: attempts by effect", verifies("D4.controls"), async (effect, error, runs) => {
  const one = flaky(2, effect, error);
  const { branch } = watch({ tools: [one.tool] });
  const model = first(await branch.act(ask("t"), { batch: { retry } }));
  expect(one.contexts).toHaveLength(runs);
  expect([model.success, model.attempt]).toEqual([runs === 3, runs]);
});

test(
  "one call id, one idempotency key, one response; an intent and an authorization per attempt; hooks once",
  verifies("D4.controls", "D4.per-call", "D5.gate-payload"),
  async () => {
    const one = flaky(2, "idempotent");
    const attempts: number[] = [];
    const watched = watch({ tools: [one.tool], policy: (call: CallContext) => attempts.push(call.attempt) > 0 });
    const model = first(await watched.branch.act(ask("t", { a: 1 }), { batch: { retry } }));
    expect(model).toMatchObject({ success: true, output: 3, attempt: 3 });
    expect(one.contexts.map(({ callId, idempotencyKey, attempt }) => [callId, idempotencyKey, attempt])).toEqual(
      [1, 2, 3].map((attempt) => [model.callId, model.callId, attempt]),
    );
    expect(attempts).toEqual([1, 2, 3]);
    expect(steps(watched)).toEqual(["proposed", "intended", "attempted", "intended", "attempted", "intended", "settled"]);
    const intents = watched.entries().filter(({ kind }) => kind === "call.intended");
    expect(intents.map(({ body }) => body)).toMatchObject(
      [1, 2, 3].map((attempt) => ({ attempt, idempotencyKey: model.callId, effect: "idempotent" })),
    );
    expect(new Set(intents.map(({ id }) => id)).size).toBe(3);
    expect(toolHooks(watched)).toEqual(["tool.pre", "tool.post"]);
    expect(history(watched.branch)).toEqual(["t", "=3"]);
    expect(watched.branch.log).toHaveLength(1);
  },
);

test("delays grow; a sequential batch retries, too", verifies("D4.controls"), async () => {
  const times: number[] = [];
  const begin = Date.now();
  const one = tool(
    "t",
    () => {
      times.push(Date.now() - begin);
      throw boom;
    },
    { effect: "read" },
  );
  const { branch } = watch({ tools: [one] });
  const acting = branch.act([ask("t")], { strategy: "sequential", batch: { retry: { attempts: 3, delayMs: 10, factor: 3 } } });
  await vi.advanceTimersByTimeAsync(100);
  expect(ends(await acting)).toEqual([["failed", "yes", "tool_failed"]]);
  expect(times).toEqual([0, 10, 40]);
});

test.each<[string, (error: unknown) => boolean, number]>([
  ["false", () => false, 1],
  ["true for this error", (error) => error === boom, 3],
  [
    "a throw",
    () => {
      throw new Error("when");
    },
    1,
  ],
])("when: %s", verifies("D4.controls"), async (_, when, runs) => {
  const one = flaky(5, "read");
  const { branch } = watch({ tools: [one.tool] });
  expect(ends(await branch.act(ask("t"), { batch: { retry: { attempts: 3, when } } }))).toEqual([["failed", "yes", "tool_failed"]]);
  expect(one.contexts).toHaveLength(runs);
});

test("a random that throws ends the retries with what there is", async () => {
  const one = flaky(5, "read");
  const random = () => {
    throw new Error("dice");
  };
  const { branch } = watch({ tools: [one.tool] });
  const model = first(await branch.act(ask("t"), { batch: { retry: { attempts: 3, delayMs: 1, jitter: true, random } } }));
  expect(end(model)).toEqual(["failed", "yes", "tool_failed"]);
});

describe("refusals are never retried", () => {
  test.each<[string, Parameters<typeof watch>[0]]>([
    ["unknown tool", {}],
    ["denied", { tools: [tool("t", () => 1, { effect: "read" })], policy: () => false }],
    ["permission", { tools: [tool("t", () => 1, { effect: "read", preprocess: () => 3 as never })] }],
  ])("%s", async (_, options) => {
    const watched = watch(options);
    await watched.branch.act(ask("t"), { batch: { retry } });
    expect(steps(watched)).toEqual(["proposed", "settled"]);
  });
});

describe("attempts do not overlap", () => {
  test("the next one starts when the tool of the one before has ended", verifies("D4.timeout"), async () => {
    const gates = [deferred(), deferred()];
    let running = 0;
    let most = 0;
    let runs = 0;
    const slow = tool(
      "t",
      async () => {
        most = Math.max(most, ++running);
        await gates[runs++]?.promise;
        running--;
        return runs;
      },
      { effect: "read" },
    );
    const { branch } = watch({ tools: [slow] });
    const acting = branch.act(ask("t"), { batch: { timeoutMs: 100, retry: { attempts: 2 } } });
    await vi.advanceTimersByTimeAsync(150);
    expect(runs).toBe(1);
    gates[0]?.resolve();
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toBe(2);
    gates[1]?.resolve();
    expect(first(await acting)).toMatchObject({ success: true, attempt: 2, output: 2 });
    expect([most, vi.getTimerCount()]).toEqual([1, 0]);
  });

  test("a tool that heeds its signal is tried again at once", verifies("D4.timeout"), async () => {
    let runs = 0;
    const polite = tool(
      "t",
      (_, { signal }) => {
        if (++runs > 1) return "done";
        return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
      { effect: "read" },
    );
    const { branch } = watch({ tools: [polite] });
    const acting = branch.act(ask("t"), { batch: { timeoutMs: 100, retry } });
    await vi.advanceTimersByTimeAsync(100);
    expect(first(await acting)).toMatchObject({ success: true, attempt: 2, output: "done" });
  });

  test("one that never ends is not tried again", verifies("D4.timeout"), async () => {
    let runs = 0;
    const stuck = tool(
      "t",
      () => {
        runs++;
        return never();
      },
      { effect: "read" },
    );
    const watched = watch({ tools: [stuck] });
    const acting = watched.branch.act(ask("t"), { batch: { timeoutMs: 100, retry } });
    await vi.advanceTimersByTimeAsync(200);
    expect(ends(await acting)).toEqual([["timed_out", "unknown", "timed_out"]]);
    expect([runs, vi.getTimerCount()]).toEqual([1, 0]);
  });
});

test("a further attempt that is refused leaves the call as the one before ended it", verifies("D4.controls"), async () => {
  const one = flaky(1, "read");
  const watched = watch({ tools: [one.tool], policy: (call: CallContext) => call.attempt === 1 });
  const model = first(await watched.branch.act(ask("t"), { batch: { retry } }));
  expect(one.contexts).toHaveLength(1);
  expect(model).toMatchObject({ attempt: 1, outcome: { kind: "failed", executed: "yes", error: { code: "tool_failed" } } });
  expect(model.decision).toMatchObject({ kind: "allow" });
  expect(steps(watched)).toEqual(["proposed", "intended", "attempted", "settled"]);
});

test("a further attempt that runs out of time before its tool does not say that nothing ran", verifies("D4.timeout"), async () => {
  const one = flaky(1, "read");
  const policy = (call: CallContext) => (call.attempt === 1 ? true : never());
  const watched = watch({ tools: [one.tool], policy });
  const acting = watched.branch.act(ask("t"), { batch: { retry: { attempts: 2 }, timeoutMs: 100 } });
  await vi.advanceTimersByTimeAsync(100);
  expect(first(await acting).outcome).toMatchObject({ kind: "timed_out", executed: "unknown" });
});

test("an abort between two attempts cancels the call, and never says that nothing ran", async () => {
  const controller = new AbortController();
  const one = flaky(5, "read");
  const watched = watch({ tools: [one.tool] });
  const acting = rejection(watched.branch.act(ask("t"), { signal: controller.signal, batch: { retry: { attempts: 3, delayMs: 1_000 } } }));
  await vi.advanceTimersByTimeAsync(500);
  controller.abort("enough");
  expect(await acting).toBe("enough");
  expect(watched.entries().at(-1)?.body).toMatchObject({
    outcome: { kind: "cancelled", executed: "unknown" },
    event: { execution: { status: "cancelled" } },
  });
  expect([one.contexts.length, vi.getTimerCount()]).toEqual([1, 0]);
});
