import { Cancellation } from "@acta/event";
import { verifies } from "@acta/requirements";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ActBatchOptions, ActFailed, type ActOptions } from "../src/index.js";
import { ask, deferred, ends, history, never, rejection, statuses, steps, tool, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const boom = new Error("boom");
const bad = tool("bad", () => {
  throw boom;
});
const good = tool("good", () => 1);

describe("options", () => {
  test.each<[string, ActOptions]>([
    ["a strategy that nobody knows", { strategy: "parallel" as never }],
    ["concurrency 0", { batch: { concurrency: 0 } }],
    ["concurrency 1.5", { batch: { concurrency: 1.5 } }],
    ["a negative throttle", { batch: { throttleMs: -1 } }],
    ["an endless throttle", { batch: { throttleMs: Number.POSITIVE_INFINITY } }],
    ["no time", { batch: { timeoutMs: 0 } }],
    ["a time that is no number", { batch: { timeoutMs: Number.NaN } }],
    ["no attempt", { batch: { retry: { attempts: 0 } } }],
    ["a negative delay", { batch: { retry: { attempts: 2, delayMs: -1 } } }],
    ["a shrinking factor", { batch: { retry: { attempts: 2, factor: 0.5 } } }],
    ["when that is no function", { batch: { retry: { attempts: 2, when: true as never } } }],
    ["random that is no function", { batch: { retry: { attempts: 2, random: 4 as never } } }],
    ["jitter that is no boolean", { batch: { retry: { attempts: 2, jitter: 1 as never } } }],
    ["siblings that nobody knows", { batch: { siblings: "ignore" as never } }],
    ["an option of another library", { batch: { output_dropna: true } as ActBatchOptions }],
    ["a signal that is none", { signal: {} as AbortSignal }],
    ["a signal that keeps its listeners", { signal: { aborted: false, addEventListener: () => {} } as unknown as AbortSignal }],
    ["attributes that are no JSON", { attributes: { at: new Date(0) as never } }],
  ])("%s: thrown before anything happens", verifies("D4.invalid-strategy"), async (_, options) => {
    const watched = watch({ tools: [good] });
    expect(await rejection(watched.branch.act(ask("good"), options))).toMatchObject({ code: "invalid_options" });
    expect([watched.entries(), watched.hooks]).toEqual([[], []]);
  });

  test("are read once, and left as they are", verifies("D4.options-frozen"), async () => {
    const gate = deferred();
    const retry = { attempts: 1 };
    const options = { strategy: "concurrent", suppressErrors: true, batch: { siblings: "isolate", retry } } as const;
    const mutable: { suppressErrors: boolean } & ActOptions = { ...options };
    const copy = structuredClone(options);
    const { branch } = watch({ tools: [tool("t", () => gate.promise.then(() => Promise.reject(boom)), { effect: "read" })] });
    const acting = branch.act([ask("t"), ask("t")], mutable);
    mutable.suppressErrors = false;
    retry.attempts = 2;
    gate.resolve();
    expect((await acting).map(({ outcome, attempt }) => [outcome.kind, attempt])).toEqual([
      ["failed", 1],
      ["failed", 1],
    ]);
    retry.attempts = 1;
    expect(Object.freeze(options)).toEqual(copy);
    expect(await branch.act(ask("t"), Object.freeze({ ...options, batch: Object.freeze(options.batch) }))).toHaveLength(1);
  });

  test(
    "by default errors are values, and calls run concurrently, eight at a time, once, without a limit",
    verifies("D4.defaults", "D4.options-frozen"),
    async () => {
      let running = 0;
      let most = 0;
      const starts: number[] = [];
      const slow = tool("slow", async () => {
        most = Math.max(most, ++running);
        starts.push(Date.now());
        await new Promise((resolve) => setTimeout(resolve, 3_600_000));
        running--;
        throw boom;
      });
      const { branch } = watch({ tools: [slow, tool("nothing")] });
      const acting = branch.act([...Array.from({ length: 12 }, () => ask("slow")), ask("nothing")]);
      await vi.advanceTimersByTimeAsync(7_200_000);
      const models = await acting;
      expect(models).toHaveLength(13);
      expect(models.at(-1)).toMatchObject({ success: true, output: null });
      expect([most, starts.length]).toEqual([8, 12]);
      expect(new Set(starts.slice(0, 8)).size).toBe(1);
    },
  );

  test.each(["concurrent", "sequential"] as const)("cap and throttle: %s", verifies("D4.controls"), async (strategy) => {
    let running = 0;
    let most = 0;
    const starts: number[] = [];
    const begin = Date.now();
    const slow = tool("slow", async () => {
      most = Math.max(most, ++running);
      starts.push(Date.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, 100));
      running--;
    });
    const { branch } = watch({ tools: [slow] });
    const acting = branch.act([ask("slow"), ask("slow"), ask("slow"), ask("slow")], {
      strategy,
      batch: { concurrency: 2, throttleMs: 30 },
    });
    await vi.advanceTimersByTimeAsync(1_000);
    await acting;
    expect(most).toBe(strategy === "concurrent" ? 2 : 1);
    expect(starts).toEqual(strategy === "concurrent" ? [0, 30, 100, 130] : [0, 100, 200, 300]);
  });
});

describe("order", () => {
  test("results and history are in request order, whatever finished first", verifies("D4.order"), async () => {
    const gates = new Map(["a", "b", "c"].map((name) => [name, deferred<string>()]));
    const ended: string[] = [];
    const { branch } = watch({
      tools: [...gates].map(([name, { promise }]) => tool(name, () => promise.finally(() => ended.push(name)))),
    });
    const acting = branch.act([ask("a"), ask("b"), ask("c")]);
    for (const name of ["c", "a", "b"]) {
      gates.get(name)?.resolve(name.toUpperCase());
      await vi.advanceTimersByTimeAsync(0);
    }
    expect((await acting).map(({ output }) => output)).toEqual(["A", "B", "C"]);
    expect(ended).toEqual(["c", "a", "b"]);
    expect(history(branch)).toEqual(["a", '="A"', "b", '="B"', "c", '="C"']);
  });

  test("a sequential batch decides each call in its turn, a concurrent one before anything runs", verifies("D4.sequential"), async () => {
    for (const strategy of ["sequential", "concurrent"] as const) {
      const order: string[] = [];
      const policy = (call: { function: string }) => order.push(`ask ${call.function}`) > 0;
      const { branch } = watch({ tools: [tool("a", () => order.push("run a")), tool("b", () => order.push("run b"))], policy });
      await branch.act([ask("a"), ask("b")], { strategy });
      expect(order).toEqual(strategy === "sequential" ? ["ask a", "run a", "ask b", "run b"] : ["ask a", "ask b", "run a", "run b"]);
    }
  });

  test("each call has its own authorization, id, event and pair", verifies("D4.per-call"), async () => {
    const watched = watch({ tools: [good, bad], policy: (call) => call.batch?.index !== 1 });
    const models = await watched.branch.act([ask("good"), ask("good"), ask("bad")]);
    expect(models.map(({ outcome }) => outcome.kind)).toEqual(["succeeded", "denied", "failed"]);
    expect(new Set(models.flatMap(({ callId, requestId, response }) => [callId, requestId, response?.id])).size).toBe(9);
    expect(watched.branch.log).toHaveLength(3);
  });
});

describe("siblings of a failed call", () => {
  const requests = () => [ask("bad"), ask("slow"), ask("good")];
  const slow = (seen: unknown[] = []) =>
    tool(
      "slow",
      (_, { signal }) =>
        new Promise((resolve, reject) => {
          const timer = setTimeout(() => resolve("slow"), 50);
          signal.addEventListener("abort", () => {
            clearTimeout(timer);
            seen.push(signal.reason);
            reject(signal.reason);
          });
        }),
    );
  const late = tool("bad", () => new Promise((_, reject) => setTimeout(() => reject(boom), 10)));

  test.each<[NonNullable<ActBatchOptions["siblings"]>, unknown[][]]>([
    [
      "isolate",
      [
        ["failed", "yes", "tool_failed"],
        ["succeeded", "yes", null],
        ["succeeded", "yes", null],
      ],
    ],
    [
      "stop",
      [
        ["failed", "yes", "tool_failed"],
        ["succeeded", "yes", null],
        ["skipped", "no", "sibling_failed"],
      ],
    ],
    [
      "cancel",
      [
        ["failed", "yes", "tool_failed"],
        ["cancelled", "unknown", "sibling_failed"],
        ["skipped", "no", "sibling_failed"],
      ],
    ],
  ])("%s, concurrent", verifies("D4.raised"), async (siblings, expected) => {
    const aborts: unknown[] = [];
    const watched = watch({ tools: [late, slow(aborts), good] });
    const acting = watched.branch.act(requests(), { batch: { siblings, concurrency: 2 } });
    await vi.advanceTimersByTimeAsync(100);
    expect(ends(await acting)).toEqual(expected);
    expect(aborts).toHaveLength(siblings === "cancel" ? 1 : 0);
    expect(steps(watched).filter((step) => step === "settled")).toHaveLength(3);
    expect(watched.branch.messages.openRequests).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test(
    "without suppressErrors they are cancelled by default, and everything is recorded before it throws",
    verifies("D4.raised"),
    async () => {
      const watched = watch({ tools: [late, slow(), good] });
      const acting = rejection(watched.branch.act(requests(), { suppressErrors: false, batch: { concurrency: 2 } }));
      await vi.advanceTimersByTimeAsync(100);
      const error = (await acting) as ActFailed;
      expect(ActFailed.isInstance(error)).toBe(true);
      expect(error.errors).toEqual([boom]);
      expect(ends(error.responses).map(([kind]) => kind)).toEqual(["failed", "cancelled", "skipped"]);
      expect(history(watched.branch)).toEqual(["bad", "!tool_failed", "slow", "!sibling_failed", "good", "!sibling_failed"]);
    },
  );

  test.each([true, false])("sequential, suppressErrors %s", verifies("D4.sequential"), async (suppressErrors) => {
    const order: string[] = [];
    const tools = [tool("good", () => order.push("good")), bad];
    const watched = watch({ tools });
    const acting = watched.branch.act([ask("good"), ask("bad"), ask("good")], { strategy: "sequential", suppressErrors });
    const models = suppressErrors ? await acting : ((await rejection(acting)) as ActFailed).responses;
    expect(models.map(({ outcome }) => outcome.kind)).toEqual(["succeeded", "failed", suppressErrors ? "succeeded" : "skipped"]);
    expect(order).toHaveLength(suppressErrors ? 2 : 1);
    expect(watched.branch.messages.openRequests).toEqual([]);
  });

  test.each(["stop", "cancel"] as const)(
    "a refusal that will throw keeps a concurrent batch from starting: %s",
    verifies("D4.raised"),
    async (siblings) => {
      let runs = 0;
      const watched = watch({ tools: [tool("good", () => ++runs), tool("no")], policy: (call) => call.function !== "no" });
      const models = await watched.branch.act([ask("good"), ask("no"), ask("unknown"), ask("good")], { batch: { siblings } });
      expect(ends(models)).toEqual([
        ["skipped", "no", "sibling_failed"],
        ["denied", "no", "gate_denied"],
        ["rejected", "no", "unknown_tool"],
        ["skipped", "no", "sibling_failed"],
      ]);
      expect(runs).toBe(0);
    },
  );

  test("a denial stops nobody", async () => {
    const { branch } = watch({ tools: [good, tool("no")], policy: (call) => call.function !== "no" });
    const models = await branch.act([ask("no"), ask("good")], {
      suppressErrors: false,
      strategy: "sequential",
      batch: { siblings: "cancel" },
    });
    expect(models.map(({ outcome }) => outcome.kind)).toEqual(["denied", "succeeded"]);
  });

  test("an error with the cancellation brand ends all, whatever siblings says", verifies("D2.cancellation", "D4.raised"), async () => {
    const stop = new Cancellation("stop");
    const watched = watch({ tools: [tool("stop", () => Promise.reject(stop)), tool("slow", never), good] });
    const acting = watched.branch.act([ask("slow"), ask("stop"), ask("good")], { batch: { siblings: "isolate", concurrency: 2 } });
    expect(await rejection(acting)).toBe(stop);
    expect(history(watched.branch)).toEqual(["slow", "!sibling_failed", "stop", "!cancelled", "good", "!aborted"]);
    expect(statuses(watched.branch).sort()).toEqual(["cancelled", "cancelled", "skipped"]);
  });
});
