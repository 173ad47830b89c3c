import type { Tool } from "@acta/actions";
import { Cancellation } from "@acta/event";
import { deny, type Gate } from "@acta/governance";
import { HookBus } from "@acta/hooks";
import { memoryJournal } from "@acta/journal/memory";
import { createActionRequest, createMessage } from "@acta/messages";
import { describe, expect, test } from "vitest";
import { Branch } from "../branch.js";
import type { BranchOptions } from "../branch-options.js";
import { Session } from "../session.js";
import { SessionObserver } from "../session-observer.js";
import { batchOptions, type ShippedActOptions } from "./batch-options.js";
import { unbound } from "./hooks.js";
import { observeWhere } from "./observe-where.js";
import { shipped } from "./transaction.js";

const input: Tool["input"] = { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } };
const tool = (name: string, run: (args: never) => unknown): Tool => ({ name, description: "", input, run: run as Tool["run"] });
const echo = tool("echo", async ({ value }: { value: unknown }) => value);
const boom = tool("boom", async () => Promise.reject(new Error("boom")));
const branchWith = (options: BranchOptions = {}) => new Branch({ transaction: shipped, tools: [echo, boom], ...options });
const call = (value: unknown) => ({ function: "echo", arguments: { value } });
const kindsOf = (branch: Branch) => branch.messages.messages.map(({ kind }) => kind);

describe("one call", () => {
  test("a response is linked; null has none, and its request is told twice", async () => {
    const branch = branchWith();
    const told: string[] = [];
    branch.onMessage(({ kind }) => void told.push(kind));
    const [answered, open] = await branch.act([call(0), call(null)], { strategy: "sequential" });
    expect([answered?.output, answered?.response?.content.output, open?.output, open?.response]).toEqual([0, 0, null, null]);
    expect(told).toEqual(["action_request", "action_response", "action_request", "action_request"]);
    expect(branch.messages.openRequests.map(({ id }) => id)).toEqual([open?.requestId]);
  });

  test("a captured failure is told as a success with null, and logged as what it is", async () => {
    const hooks = new HookBus();
    const points: string[] = [];
    for (const point of ["tool.pre", "tool.post", "tool.error"] as const) hooks.on(point, () => void points.push(point));
    const branch = branchWith({ hooks });
    const [model] = await branch.act({ function: "boom", arguments: {} }, { suppressErrors: false });
    expect(model).toMatchObject({ success: true, output: null, response: null });
    expect(points).toEqual(["tool.pre", "tool.post"]);
    expect(branch.log).toMatchObject([{ execution: { status: "failed", error: { error: "Error", message: "boom" } } }]);
  });

  test("an unknown tool is an error record and an answered request", async () => {
    const branch = branchWith();
    const [model] = await branch.act({ function: "nope", arguments: { x: 1 } });
    const error = "Function nope is not registered.";
    expect(model).toMatchObject({ success: false, output: { error, message: `Error invoking action 'nope': ${error}` } });
    expect(branch.log).toEqual([{ error, function: "nope", arguments: { x: 1 }, branch: branch.id }]);
    expect(model?.response?.content.output).toEqual({ error, function: "nope", arguments: { x: 1 } });
    await expect(branch.act({ function: "nope", arguments: {} }, { suppressErrors: false })).rejects.toMatchObject({ name: "ValueError" });
    expect(kindsOf(branch)).toEqual(["action_request", "action_response"]);
  });

  test("a throwing guard escapes, and leaves nothing", async () => {
    const hooks = new HookBus();
    const refused = new Error("no");
    hooks.on("tool.pre", () => Promise.reject(refused));
    const branch = branchWith({ hooks });
    await expect(branch.act(call(1))).rejects.toBe(refused);
    expect([branch.log, branch.messages.messages]).toEqual([[], []]);
  });

  test("a guard's answer means nothing", async () => {
    const hooks = new HookBus();
    hooks.on("tool.pre", (() => false) as () => void);
    expect(await branchWith({ hooks }).act(call(1))).toMatchObject([{ output: 1 }]);
  });

  test("a callback that throws escapes after history has changed; several are a group, and with a cancellation a cancellation", async () => {
    const branch = branchWith();
    const throwing = (error: Error) => () => {
      throw error;
    };
    branch.onMessage(throwing(new Error("a")));
    branch.onMessage(throwing(new Cancellation("b")));
    const error = await branch.act(call(1)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "BaseExceptionGroup", errors: [{ message: "a" }, { message: "b" }] });
    expect(Cancellation.isInstance(error)).toBe(true);
    expect(kindsOf(branch)).toEqual(["action_request"]);
  });

  test("live values go through result, message and hook; bytes cannot be logged", async () => {
    const branch = branchWith();
    const set = new Set([1]);
    const [model] = await branch.act(call(set));
    expect([model?.output, model?.response?.content.output]).toEqual([set, set]);
    await expect(branch.act(call(new Uint8Array([1])))).rejects.toThrow(TypeError);
    expect(branch.log).toHaveLength(1);
  });
});

describe("governance", () => {
  const observed = (gate: (payload: unknown) => unknown) => {
    const observer = new SessionObserver({ gate: gate as Gate });
    return { observer, branch: new Session({ observer, transaction: shipped }).branch({ tools: [echo, boom] }) };
  };

  test.each([[1], ["yes"], [[0]], [{ a: 1 }], [Number.NaN], [Promise.resolve(true)]])("%o allows", async (answer) => {
    expect(await observed(() => answer).branch.act(call(1))).toMatchObject([{ success: true, output: 1 }]);
  });

  test.each([[0], [""], [[]], [{}], [null], [new Set()], [Promise.resolve(0)]])("%o denies, as a value", async (answer) => {
    const { branch, observer } = observed((payload) => (payload as { branchId?: string } | null)?.branchId === undefined || answer);
    const [model] = await branch.act(call(1), { suppressErrors: false });
    expect(model).toMatchObject({
      success: false,
      output: { error: "denied by governance gate", function: "echo" },
      outcome: { kind: "denied" },
    });
    expect(observer.stored[0]).toMatchObject({
      kind: "gate_denied",
      call: { function: "echo", arguments: { value: 1 }, branchId: branch.id },
    });
    expect(branch.log).toEqual([]);
  });

  test("the gate is asked about everything, and sees no arguments that are no object", async () => {
    const asked: unknown[] = [];
    const { branch } = observed((payload) => asked.push(payload));
    await branch.act(call(1));
    await branch.act({ function: "echo", arguments: "[]" }).catch(() => {});
    const kinds = asked.map((payload) => (payload as { kind?: string }).kind ?? Object.keys(payload as object).join());
    expect(kinds.slice(0, 4)).toEqual([
      "function,arguments,branchId",
      expect.stringContaining("execution"),
      "action_request",
      "action_response",
    ]);
    expect(asked[4]).toMatchObject({ function: "echo", arguments: {} });
  });

  test("the policies of the host are asked too", async () => {
    const branch = branchWith({ policy: () => deny("never") });
    expect(await branch.act(call(1))).toMatchObject([{ outcome: { kind: "denied" } }]);
    expect(await branch.act(call(new Set()))).toMatchObject([{ outcome: { kind: "denied" } }]);
    expect(await branch.decide(call(1))).toMatchObject([{ function: "echo", outcome: { kind: "denied" } }]);
    expect(await branchWith({ policy: () => true }).decide(call(1))).toMatchObject([{ outcome: null }]);
  });
});

describe("the observer", () => {
  test("what a subscriber throws escapes between log and history, and stops the later ones", async () => {
    const observer = new SessionObserver();
    const later: string[] = [];
    observer.observe("event", () => Promise.reject(new Error("subscriber")));
    observer.observe("event", ({ kind }) => void later.push(kind));
    const branch = new Session({ observer, transaction: shipped }).branch({ tools: [echo] });
    await expect(branch.act(call(1))).rejects.toThrow("subscriber");
    expect([branch.log.length, branch.messages.messages.length, observer.stored.length, later.length]).toEqual([1, 0, 1, 0]);
  });

  test("a predicate that throws is no match; hooks enter the flow unless their bus is unbound", async () => {
    const observer = new SessionObserver();
    const seen: string[] = [];
    const errors: unknown[] = [];
    const unsubscribe = observeWhere(
      observer,
      ({ kind }) => {
        if (kind === "event") throw new Error("predicate");
        return kind === "hook";
      },
      ({ kind }) => void seen.push(kind),
      (error) => errors.push(error),
    );
    const session = new Session({ observer, transaction: shipped, hooks: new HookBus() });
    await session.branch({ tools: [echo] }).act(call(1));
    expect([seen, errors.length]).toEqual([["hook", "hook"], 1]);
    unsubscribe();
    await new Session({ observer, transaction: shipped, hooks: unbound(new HookBus()) }).branch({ tools: [echo] }).act(call(1));
    expect(observer.stored.filter(({ kind }) => kind === "hook")).toHaveLength(2);
  });
});

describe("history", () => {
  test("messages go to the end, and a second response takes the link", async () => {
    const branch = branchWith();
    const request = createActionRequest({ function: "echo", arguments: { value: 1 } });
    await branch.add(request);
    await branch.add(createMessage({ role: "user", content: "later" }));
    const [first, second] = await branch.act([request, request], { strategy: "sequential" });
    expect(kindsOf(branch)).toEqual(["action_request", "message", "action_response", "action_response"]);
    expect(branch.messages.responseTo(request.id)).toBe(second?.response);
    expect(first?.response?.id).not.toBe(second?.response?.id);
    expect(branch.messages.window(1)).toEqual([]);
    expect(branch.messages.window(Number.POSITIVE_INFINITY)).toHaveLength(4);
  });

  test("history and log are read again from the journal, message by message and entry by entry", async () => {
    const journal = memoryJournal();
    const branch = branchWith({ journal, id: "b" });
    await branch.act([call(1), call(null), { function: "nope", arguments: {} }], { strategy: "sequential" });
    const kinds = (await journal.read("b")).entries.map(({ kind }) => kind);
    const [log, message] = ["call.logged", "message.added"];
    expect(kinds).toEqual([log, message, message, log, message, log, message, message]);
    const again = await Branch.open({ transaction: shipped, journal, id: "b" });
    expect(JSON.stringify(again.messages.messages)).toBe(JSON.stringify(branch.messages.messages));
    expect(JSON.stringify(again.log)).toBe(JSON.stringify(branch.log));
    const clone = await again.clone();
    await again.add(createMessage({ role: "user", content: "only here" }));
    expect(clone.messages.messages).toHaveLength(4);
  });

  test("a journal that fails after the tool ran leaves a split, and says so", async () => {
    const journal = memoryJournal();
    const branch = branchWith({ journal });
    branch.onMessage(() => journal.close());
    await expect(branch.act(call(1))).rejects.toMatchObject({ code: "closed" });
    expect([branch.log.length, kindsOf(branch)]).toEqual([1, ["action_request"]]);
  });
});

describe("a batch", () => {
  const act = (branch: Branch, requests: readonly unknown[], options: ShippedActOptions) =>
    branch.act(requests as never, options) as Promise<unknown[]>;

  test("nothing, and an unknown strategy or option, are refused before anything happens", async () => {
    const branch = branchWith();
    await expect(branch.act(null as never)).rejects.toMatchObject({ name: "TypeError" });
    await expect(act(branch, [], { strategy: "batch" as never })).rejects.toMatchObject({
      name: "ConfigurationError",
      code: "invalid_options",
    });
    expect(() => batchOptions({ bogus: 1 } as never)).toThrow("Invalid parameter: bogus");
    expect(Object.isFrozen(batchOptions({ retry: { attempts: 1 } }))).toBe(true);
  });

  test("failures at the same time are a group", async () => {
    const nope = { function: "nope", arguments: {} };
    const error = await act(branchWith(), [nope, nope], { suppressErrors: false }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: "AggregateError",
      message: "unhandled errors in a TaskGroup",
      errors: [{ name: "ValueError" }, {}],
    });
  });

  test("a failure cancels what waits; errors as values keep their slots", async () => {
    const hang = tool("hang", async () => new Promise(() => {}));
    const branch = branchWith({ tools: [hang, echo] });
    const requests = [{ function: "hang", arguments: {} }, "nothing"];
    await expect(act(branch, requests, {})).rejects.toMatchObject({ name: "ValueError", code: "invalid_envelope" });
    const slots = await act(branch, [call(1), "nothing"], { batch: { errorsAsValues: true } });
    expect(slots).toMatchObject([{ output: 1 }, { name: "ValueError" }]);
  });

  test("a default takes the slot when attempts are used up, and a null default is none", async () => {
    const options = (retryDefault: unknown): ShippedActOptions => ({
      suppressErrors: false,
      batch: { retry: { attempts: 2 }, retryDefault },
    });
    const branch = branchWith();
    const nope = [{ function: "nope", arguments: {} }];
    expect(await act(branch, nope, options("instead"))).toEqual(["instead"]);
    expect(branch.log).toHaveLength(2);
    await expect(act(branch, nope, options(null))).rejects.toMatchObject({ name: "ValueError" });
  });

  test("an attempt that is too late throws, though errors are suppressed", async () => {
    const hang = tool("hang", async () => new Promise(() => {}));
    const branch = branchWith({ tools: [hang] });
    const late = act(branch, [{ function: "hang", arguments: {} }], { batch: { timeoutMs: 1 } });
    await expect(late).rejects.toMatchObject({ name: "TimeoutError", message: "Function call timed out after 0.001s", code: "timed_out" });
    expect([branch.log, branch.messages.messages]).toEqual([[], []]);
  });

  test("lists in lists are flattened, nulls dropped, equal records kept once", async () => {
    const branch = branchWith();
    const batch = { flattenInput: true, dropNullInput: true, uniqueInput: true, flattenOutput: true, uniqueOutput: true };
    expect(await act(branch, [[call(1)], [null, [call(2), call(2)]]], { batch })).toMatchObject([{ output: 1 }, { output: 2 }]);
    await expect(act(branch, [call(1)], { batch: { uniqueOutput: true } })).rejects.toThrow("unique=True requires flatten=True");
  });

  test.each(["concurrent", "sequential"] as const)("the caller's abort ends a %s batch with its reason", async (strategy) => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const stop = tool("stop", async () => {
      controller.abort(reason);
      return new Promise(() => {});
    });
    const branch = branchWith({ tools: [stop, echo] });
    await expect(branch.act([{ function: "stop", arguments: {} }, call(1)], { strategy, signal: controller.signal })).rejects.toBe(reason);
    await expect(branch.act(call(1), { strategy, signal: controller.signal })).rejects.toBe(reason);
  });
});

test("verbose lines have the arguments cut at fifty characters", async () => {
  const lines: string[] = [];
  const branch = branchWith({ logger: (line) => lines.push(line) });
  await branch.act(call("z".repeat(80)), { verbose: true });
  await branch.act({ function: "nope", arguments: {} });
  expect(lines).toEqual([
    `Invoking action echo with {'value': '${"z".repeat(39)}....`,
    "Action echo invoked, status: EventStatus.COMPLETED.",
    "Error invoking action 'nope': Function nope is not registered.",
  ]);
});
