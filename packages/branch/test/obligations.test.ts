import { type Executor, inline } from "@acta/actions/executor";
import { allow, type Obligations } from "@acta/governance";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { BranchOptions } from "../src/index.js";
import { ask, end, first, never, tool, watch } from "./support.js";

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

  test("redact, in what is stored of arguments and output after the policies have spoken", async () => {
    const { branch, entries, hooks } = arrange({ redact: ["key"] });
    const model = first(await branch.act(ask("t", { key: "s3cret", n: 1 })));
    expect(model.output).toEqual({ key: "s3cret", n: 1 });
    const after = entries().filter(({ kind }) => kind !== "call.proposed");
    expect(after.map(({ kind }) => kind)).toEqual(["call.intended", "call.settled"]);
    expect(
      JSON.stringify([after, branch.messages.messages[1], hooks].map((each) => each)).replaceAll('"arguments":{"key":"s3cret","n":1}', ""),
    ).not.toContain("s3cret");
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

  test("one that changed arguments bring along", async () => {
    const { branch } = watch({
      tools: [tool("t", (input) => input, { preprocess: () => ({ n: 2 }) as never })],
      policy: (call) => allow(call.arguments.n === 2 ? { obligations: { timeoutMs: 1 } } : {}),
    });
    expect(end(first(await branch.act(ask("t", { n: 1 }))))).toEqual(["denied", "no", "obligation_unmet"]);
  });
});
