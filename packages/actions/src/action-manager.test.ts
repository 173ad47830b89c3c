import { verifies } from "@acta/requirements";
import { noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { anything, toolOf } from "../test/tool.js";
import { ActionManager } from "./action-manager.js";
import type { Executor } from "./executor.js";
import { inline } from "./inline.js";
import { withProcessors } from "./processors.js";
import type { Tool } from "./tool.js";

noUnhandledRejections();

const executorOf = (name: string): Executor => ({ ...inline, name, execute: () => ({ kind: "returned", output: `by ${name}` }) });

describe("register", () => {
  const thrown = (tool: unknown) => expect(() => new ActionManager().register(tool as Tool));

  test.each([
    ["undefined", undefined, "has no name"],
    ["null", null, "has no name"],
    ["no name", { ...toolOf(), name: undefined }, "has no name"],
    ["an empty name", toolOf({ name: "" }), "has no name"],
    ["a name that is no text", { ...toolOf(), name: 1n }, "the tool 1 has no name"],
    ["no run", { ...toolOf(), run: "echo" }, "the tool echo has no run function"],
    ["no input", { ...toolOf(), input: undefined }, "has no input schema"],
    ["an input that is only JSON Schema", { ...toolOf(), input: { type: "object" } }, "has no input schema"],
    ["an effect that nobody knows", { ...toolOf(), effect: "write" }, "has an effect"],
    ["a deadline that is no number", toolOf({ timeoutMs: Number.NaN }), "has a timeoutMs"],
    ["a deadline of nothing", toolOf({ timeoutMs: 0 }), "has a timeoutMs"],
    ["limits that are none", { ...toolOf(), limits: 1 }, "has limits"],
    ["a cap of nothing", toolOf({ limits: { concurrency: 0 } }), "has limits"],
    ["a rate that never refills", toolOf({ limits: { rate: { capacity: 1, refillMs: 0 } } }), "has limits"],
    ["a rate without a capacity", { ...toolOf(), limits: { rate: { refillMs: 1 } } }, "has limits"],
    ["a field to redact in place of a list", { ...toolOf(), redact: { output: "token" } }, "has a redact"],
    ["fields to redact under a mistyped part", { ...toolOf(), redact: { inputs: ["token"] } }, "has a redact"],
    ["a time limit that is a text", { ...toolOf(), timeoutMs: "5" }, "has a timeoutMs"],
    ["fields to redact that are no texts", { ...toolOf(), redact: { input: [1] } }, "has a redact"],
    ["an unknown executor", toolOf({ executor: "threads" }), "names an unknown executor: threads"],
  ])("refuses a tool with %s", verifies("D1.construction.errors"), (_, tool, problem) => {
    thrown(tool).toThrow(expect.objectContaining({ code: "invalid_tool", message: expect.stringContaining(problem) }));
  });

  test("refuses a name that is taken, and keeps what is there", () => {
    const first = toolOf();
    const manager = new ActionManager([first]);
    expect(() => manager.register(toolOf())).toThrow(expect.objectContaining({ code: "invalid_tool" }));
    expect(() => new ActionManager([toolOf(), toolOf()])).toThrow("is registered already");
    expect(manager.tools).toEqual([first]);
  });

  test("takes a schema that is a function", () => {
    const input = Object.assign(() => {}, anything);
    expect(new ActionManager([toolOf({ input })]).resolve("echo")).toMatchObject({ name: "echo" });
  });
});

describe("resolve", () => {
  const manager = new ActionManager([toolOf(), toolOf({ name: "toString" })]);

  test("is by exact name", () => {
    expect(manager.resolve("echo")?.name).toBe("echo");
    expect(manager.resolve("toString")?.name).toBe("toString");
  });

  test.each(["Echo", "ECHO", " echo", "", "constructor", "__proto__", "hasOwnProperty", "*"])("%o is unknown", (name) => {
    expect(manager.resolve(name)).toBeUndefined();
  });

  test("the list of tools is in order of registration, and a copy", () => {
    expect(manager.tools.map(({ name }) => name)).toEqual(["echo", "toString"]);
    (manager.tools as Tool[]).pop();
    expect(manager.tools).toHaveLength(2);
  });

  test("schemas are in the same order", () => {
    expect(manager.schemas()).toEqual([
      { name: "echo", description: "Gives its input back.", parameters: { type: "object" } },
      { name: "toString", description: "Gives its input back.", parameters: { type: "object" } },
    ]);
  });
});

describe("executors", () => {
  const threads = executorOf("threads");
  const manager = new ActionManager([toolOf(), toolOf({ name: "slow", executor: "threads" })], { executors: [threads] });

  test("a tool names its executor, and is run inline otherwise", () => {
    expect(manager.executorFor(toolOf({ executor: "threads" }))).toBe(threads);
    expect(manager.executorFor(toolOf())).toBe(inline);
    expect(manager.executorFor(toolOf({ executor: "inline" }))).toBe(inline);
    expect(() => manager.executorFor(toolOf({ executor: "elsewhere" }))).toThrow(expect.objectContaining({ code: "invalid_tool" }));
  });

  test("runs the tool there", async () => {
    expect((await manager.invokeUngoverned({ function: "slow", arguments: {} })).execution.response).toBe("by threads");
    expect((await manager.invokeUngoverned({ function: "echo", arguments: { a: 1 } })).execution.response).toEqual({ a: 1 });
  });

  test("the host may replace the inline one", async () => {
    const replaced = new ActionManager([toolOf()], { executors: [executorOf("inline")] });
    expect((await replaced.invokeUngoverned({ function: "echo", arguments: {} })).execution.response).toBe("by inline");
  });
});

describe("validate", () => {
  const manager = new ActionManager();
  const tool = toolOf({ input: z.object({ a: z.number().default(1) }) });

  test("parses and validates", verifies("D1.construction.input"), () => {
    expect(manager.validate(tool, '{ "a": 2 }')).toEqual({ a: 2 });
    expect(manager.validate(tool, null)).toEqual({ a: 1 });
  });

  test("throws what is wrong", verifies("D1.construction.errors"), () => {
    expect(() => manager.validate(tool, "null")).toThrow(expect.objectContaining({ code: "invalid_arguments" }));
    expect(() => manager.validate(tool, { a: "x" })).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: "/a" })] }),
    );
  });
});

describe("invokeUngoverned", () => {
  const run = vi.fn((input: { a: number }) => input.a + 1);
  const policy = vi.fn(() => false);
  const tool = toolOf({ input: z.object({ a: z.number() }), run: run as Tool["run"], policy });
  const manager = new ActionManager([tool]);

  test("validates, runs and captures; no policy is asked", verifies("D5.low-level"), async () => {
    const event = await manager.invokeUngoverned({ function: "echo", arguments: '{ "a": 1 }' });
    expect(event.execution).toMatchObject({ status: "completed", response: 2, error: null });
    expect(event).toMatchObject({ function: "echo", arguments: { a: 1 }, executed: "yes", attempt: 1 });
    expect(policy).not.toHaveBeenCalled();
  });

  test("a failure of the tool is data", verifies("D5.low-level"), async () => {
    run.mockImplementationOnce(() => {
      throw new Error("no");
    });
    const event = await manager.invokeUngoverned({ function: "echo", arguments: { a: 1 } });
    expect(event.execution).toMatchObject({ status: "failed", error: new Error("no") });
  });

  test("the tool's processors still run", verifies("D5.low-level"), async () => {
    const doubled = withProcessors(tool, { pre: { "*": [(input) => ({ a: Number(input.a) * 10 })] } });
    const event = await new ActionManager([doubled]).invokeUngoverned({ function: "echo", arguments: { a: 1 } });
    expect(event.execution.response).toBe(11);
  });

  test.each([
    ["an unknown tool", { function: "nope", arguments: {} }, "unknown_tool"],
    ["a name of Object.prototype", { function: "constructor", arguments: {} }, "unknown_tool"],
    ["invalid arguments", { function: "echo", arguments: {} }, "invalid_arguments"],
    ["arguments that are no object", { function: "echo", arguments: "[]" }, "invalid_arguments"],
    ["nothing", undefined, "invalid_envelope"],
    ["null", null, "invalid_envelope"],
    ["text", "echo", "invalid_envelope"],
    ["no arguments", { function: "echo" }, "invalid_envelope"],
    ["no function", { arguments: {} }, "invalid_envelope"],
    ["a function that is no text", { function: 1, arguments: {} }, "invalid_envelope"],
  ])("%s rejects before there is an event", verifies("D1.construction.errors", "D5.low-level"), async (_, call, code) => {
    run.mockClear();
    await expect(manager.invokeUngoverned(call as never)).rejects.toMatchObject({ code });
    expect(run).not.toHaveBeenCalled();
  });

  test("an abort rejects with its reason", async () => {
    run.mockClear();
    const call = { function: "echo", arguments: { a: 1 } };
    await expect(manager.invokeUngoverned(call, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
    expect(run).not.toHaveBeenCalled();
  });

  test("a deadline ends the event", async () => {
    vi.useFakeTimers();
    const hanging = new ActionManager([toolOf({ run: () => new Promise(() => {}) })]);
    const ended = hanging.invokeUngoverned({ function: "echo", arguments: {} }, { timeoutMs: 5 });
    await vi.advanceTimersByTimeAsync(5);
    expect(await ended).toMatchObject({ status: "aborted", executed: "unknown" });
    vi.useRealTimers();
  });
});
