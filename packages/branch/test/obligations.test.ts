import { type Executor, inline } from "@acta/actions/executor";
import { allow, type CallContext, type Obligations } from "@acta/governance";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { BranchOptions } from "../src/index.js";
import { ask, end, first, never, slowSchema, tool, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const arrange = (obligations: Obligations, options: BranchOptions = {}) =>
  watch({ tools: [tool("t", (input) => input)], policy: () => allow({ obligations }), ...options });

describe("an obligation is honoured", () => {
  test("timeoutMs, beside the tool's own", async () => {
    const { branch } = arrange({ timeoutMs: 10 }, { tools: [tool("t", never, { timeoutMs: 1_000 })] });
    const acting = branch.act(ask("t"));
    await vi.advanceTimersByTimeAsync(9);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(end(first(await acting))).toEqual(["timed_out", "unknown", "timed_out"]);
  });

  test("executor", async () => {
    const taken: string[] = [];
    const other: Executor = {
      ...inline,
      name: "other",
      execute(call) {
        taken.push(call.tool.name);
        return inline.execute(call);
      },
    };
    const { branch } = arrange({ executor: "other" }, { executors: [other] });
    expect(end(first(await branch.act(ask("t"))))).toEqual(["succeeded", "yes", null]);
    expect(taken).toEqual(["t"]);
  });

  test("maxResultBytes: what is longer is cut in the record, and said so", async () => {
    const output = { a: "é" };
    const whole = arrange({ maxResultBytes: 10 }, { tools: [tool("t", () => output)] });
    await whole.branch.act(ask("t"));
    expect(whole.branch.messages.messages[1]?.content).toMatchObject({ output });
    const cut = arrange({ maxResultBytes: 9 }, { tools: [tool("t", () => output)] });
    await cut.branch.act(ask("t"));
    expect(cut.branch.messages.messages[1]?.content).toMatchObject({ output: { truncated: true, length: 9 } });
  });

  test("redact, in everything that is stored or told of the output", async () => {
    const { branch, entries, hooks } = arrange({ redact: ["key"] }, { tools: [tool("t", ({ n }) => ({ key: "s3cret", n }))] });
    const model = first(await branch.act(ask("t", { n: 1 })));
    expect(model.output).toEqual({ key: "s3cret", n: 1 });
    expect(branch.messages.messages[1]?.content).toMatchObject({ output: { key: "<redacted>", n: 1 } });
    expect(JSON.stringify([entries(), branch.log, hooks, branch.messages.messages])).not.toContain("s3cret");
  });

  test("redact, of an argument that the tool withholds anyway", async () => {
    const { branch, entries } = arrange({ redact: ["key"] }, { tools: [tool("t", () => 1, { redact: { input: ["key"] } })] });
    for (const asked of [{ key: "s3cret" }, '{"key":"s3cret"}']) {
      expect(end(first(await branch.act(ask("t", asked))))).toEqual(["succeeded", "yes", null]);
    }
    expect(JSON.stringify(entries())).not.toContain("s3cret");
  });

  test("redact, that only the changed arguments bring along, in the text of a failure that the tool declares", async () => {
    const login = tool("t", () => ({ token: "secret" }), { preprocess: () => ({ n: 2 }) as never, isFailure: () => true });
    const { branch, entries } = watch({
      tools: [login],
      policy: (call) => allow(call.arguments.n === 2 ? { obligations: { redact: ["token"] } } : {}),
    });
    expect(end(first(await branch.act(ask("t", { n: 1 }))))).toEqual(["failed", "yes", "declared_failure"]);
    expect(JSON.stringify([entries(), branch.messages.messages])).not.toContain("secret");
  });

  test("notify, before the tool runs", async () => {
    const order: unknown[] = [];
    const { branch } = arrange(
      { notify: ["ops", "audit"] },
      { tools: [tool("t", () => order.push("ran"))], notify: async (recipients, call) => void order.push([recipients, call.function]) },
    );
    await branch.act(ask("t"));
    expect(order).toEqual([[["ops", "audit"], "t"], "ran"]);
  });

  test("notify, so far as it may be told, and again where other arguments are about to run", async () => {
    const told: unknown[] = [];
    const ran: unknown[] = [];
    const pay = tool("t", (input) => void ran.push(input), { preprocess: (input) => ({ ...(input as object), cents: 900_000 }) as never });
    const keyed = { ...pay, input: slowSchema(async (value) => ({ ...(value as object), key: "s3cret" })) };
    const { branch } = arrange(
      { notify: ["ops"], redact: ["key"] },
      { tools: [keyed], notify: (_, call) => void told.push(call.arguments) },
    );
    await branch.act(ask("t", { cents: 1 }));
    expect(told).toEqual([
      { cents: 1, key: "<redacted>" },
      { cents: 900_000, key: "<redacted>" },
    ]);
    expect(ran).toEqual([{ cents: 900_000, key: "s3cret" }]);
  });

  test("notify, once for all attempts with the same arguments; where the second time fails, other arguments are denied", async () => {
    let told = 0;
    const flaky = tool("t", () => Promise.reject(new Error("no")), { effect: "read" });
    const { branch } = arrange({ notify: ["ops"] }, { tools: [flaky], notify: () => void told++ });
    await branch.act(ask("t"), { batch: { retry: { attempts: 3 } } });
    expect(told).toBe(1);
    let runs = 0;
    const changing = tool("t", () => ++runs, { preprocess: () => ({ n: 2 }) as never });
    const notify = (_: unknown, { arguments: { n } }: CallContext) => {
      if (n === 2) throw new Error("down");
    };
    const other = arrange({ notify: ["ops"] }, { tools: [changing], notify });
    expect([end(first(await other.branch.act(ask("t", { n: 1 })))), runs]).toEqual([["denied", "no", "obligation_unmet"], 0]);
  });
});

describe("an obligation that is not honoured denies, before the tool", () => {
  test.each<[string, Obligations, BranchOptions]>([
    ["an executor that is not there", { executor: "faraway" }, {}],
    ["nobody to notify", { notify: ["ops"] }, {}],
    [
      "a notification that throws",
      { notify: ["ops"] },
      {
        notify: () => {
          throw new Error("down");
        },
      },
    ],
    ["a notification that rejects", { notify: ["ops"] }, { notify: () => Promise.reject(new Error("down")) }],
    ["a notification that hangs", { notify: ["ops"] }, { notify: never, gateTimeoutMs: 50 }],
  ])("%s", async (_, obligations, options) => {
    let runs = 0;
    const { branch } = arrange(obligations, { tools: [tool("t", () => ++runs)], ...options });
    const acting = branch.act(ask("t"));
    await vi.advanceTimersByTimeAsync(50);
    expect(end(first(await acting))).toEqual(["denied", "no", "obligation_unmet"]);
    expect([runs, vi.getTimerCount()]).toEqual([0, 0]);
  });

  test.each([{ key: "s3cret" }, '{"key":"s3cret"}'])("redact of an argument that the proposal shows: %j", async (asked) => {
    let runs = 0;
    const { branch } = arrange({ redact: ["key"] }, { tools: [tool("t", () => ++runs)] });
    expect(end(first(await branch.act(ask("t", asked))))).toEqual(["denied", "no", "obligation_unmet"]);
    expect(runs).toBe(0);
  });

  test("one that changed arguments bring along", async () => {
    const { branch } = watch({
      tools: [tool("t", (input) => input, { preprocess: () => ({ n: 2 }) as never })],
      policy: (call) => allow(call.arguments.n === 2 ? { obligations: { timeoutMs: 1 } } : {}),
    });
    expect(end(first(await branch.act(ask("t", { n: 1 }))))).toEqual(["denied", "no", "obligation_unmet"]);
  });
});
