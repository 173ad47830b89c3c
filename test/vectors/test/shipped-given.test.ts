import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../src/json.js";
import { runVector } from "../src/shipped/run-vector.js";
import { bodySteps, callSteps, resultOf, shippedVector } from "./shipped-vector.js";

const tool = (change: object = {}): JsonObject => ({ tool: "f", mode: "async", params: [], behaviour: [], ...change }) as JsonObject;
const act = (args: JsonObject = {}, options: object = {}): JsonObject =>
  ({ op: "act", requests: { function: "f", arguments: args }, ...options }) as JsonObject;

async function expectPass(given: JsonObject, when: JsonObject, then: JsonObject, marks: JsonObject = {}): Promise<void> {
  expect(await runVector(shippedVector(given, when, then, marks))).toMatchObject({ status: "passed", reason: null });
}

describe("a tool that is not declared async gives an awaitable back as it is, and nobody starts it", () => {
  test.each(["callable_object_async", "sync_returning_awaitable"])("%s", async (mode) => {
    const then = { result: resultOf({}, { $value: "awaitable" }), raised: null, returned_awaitable_was_awaited: false };
    await expectPass({ tools: [tool({ mode, behaviour: [{ return: 1 }] })] }, act(), { ...then, trace: callSteps({}, []) });
  });

  test.each(["resolved_future", "awaitable"])("a future that has its result counts as a %s", async (tag) => {
    const tools = [tool({ mode: "sync", behaviour: [{ return: { $value: "resolved_future", of: 1 } }] })];
    const then = { result: resultOf({}, { $value: tag }), raised: null };
    await expectPass({ tools }, act(), { ...then, trace: callSteps({}, bodySteps({})) });
  });

  test("wrong arguments are refused when it is called", async () => {
    const given = { tools: [tool({ mode: "callable_object_async" })] };
    const then = { result: resultOf({ x: 1 }, null), raised: null, trace: callSteps({ x: 1 }, [], "failed", false) };
    await expectPass(given, act({ x: 1 }), then);
  });

  test("the callable itself can be awaited", async () => {
    const given = { tools: [tool({ mode: "callable_object_async", behaviour: [{ return: 1 }] })] };
    const when = { op: "call_callable", tool: "f", arguments: {} };
    await expectPass(given, when, { returned: 1, raised: null, trace: bodySteps({}) });
  });
});

describe("what a tool raises", () => {
  const raising = (error: Json) => ({ tools: [tool({ behaviour: [{ raise: error }] })] });
  const ordinary = ["ValueError", "RuntimeError", "TypeError", "KeyError", "PermissionError", "TimeoutError", "StopHook"];
  test.each(ordinary)("%s is captured", async (type) => {
    const trace = callSteps({}, bodySteps({}, `raised:${type}`), "failed", false);
    await expectPass(raising({ type, message: null }), act(), { result: resultOf({}, null), raised: null, trace });
  });

  const groups = { ExceptionGroup: "ValueError", BaseExceptionGroup: "FatalSignal" } as const;
  const cancelling = ["FatalSignal", "KeyboardInterrupt", "SystemExit", "GeneratorExit", "CancelledError", "BaseExceptionGroup"];
  test.each(cancelling)("%s escapes", async (type) => {
    const members = [{ type: groups.BaseExceptionGroup, message: "m" }];
    const isGroup = type === "BaseExceptionGroup";
    const error = { type, message: "halt", ...(isGroup && { exceptions: members }) };
    const outcome = type === "CancelledError" ? "cancelled" : `raised:${type}`;
    const [authorize, invoke] = callSteps({}, []);
    const trace = [authorize, invoke, ...bodySteps({}, outcome), { step: "invoke.end", raised: type }] as Json;
    const raised = isGroup ? { ...error, message: "halt (1 sub-exception)" } : error;
    await expectPass(raising(error), act(), { result: null, raised, trace });
  });

  test("a group of ordinary errors is captured", async () => {
    const error = { type: "ExceptionGroup", message: "many", exceptions: [{ type: groups.ExceptionGroup, message: "m" }] };
    const trace = callSteps({}, bodySteps({}, "raised:ExceptionGroup"), "failed", false);
    await expectPass(raising(error), act(), { result: resultOf({}, null), raised: null, trace });
  });
});

test.each<readonly [string, readonly object[], JsonObject, JsonObject]>([
  ["keyword", [{ name: "kw", variadic: "keyword" }], { z: 1 }, { z: 1 }],
  ["positional", [{ name: "args", variadic: "positional" }], {}, {}],
  ["default", [{ name: "a", type: "int", default: null }], {}, { a: null }],
])("a %s parameter", async (_, params, given, received) => {
  const tools = [tool({ params, behaviour: [{ return_args: true }] })];
  const trace = callSteps(given, bodySteps(received));
  await expectPass({ tools }, act(given), { result: resultOf(given, received), raised: null, trace });
});

test.each<readonly [string, Json]>([
  ["a model of the library's own", { $model: { class: "ActionRequestModel", fields: { function: "f", arguments: {} } } }],
  ["a model whose arguments are one", { $model: { fields: { function: "f", arguments: { $model_args: { fields: [], set: {} } } } } }],
])("%s is an envelope", async (_, requests) => {
  const then = { result: resultOf({}, 1), raised: null, trace: callSteps({}, bodySteps({})) };
  await expectPass({ tools: [tool({ behaviour: [{ return: 1 }] })] }, { op: "act", requests }, then);
});

test("a request message keeps its addresses, and holds what a model was given", async () => {
  const message = {
    function: "f",
    arguments: { $model_args: { fields: [{ name: "a" }], set: { a: 1 } } },
    sender: "user",
    recipient: "agent",
    id: "r",
  };
  const tools = [tool({ params: [{ name: "a" }], behaviour: [{ return_arg: "a" }] })];
  const base = { label: "$req1", kind: "ActionRequest", role: "action", sender: "user", recipient: "agent" };
  const content = { function: "f", arguments: { a: 1 }, action_response_id: "$resp1" };
  const response = { ...base, label: "$resp1", kind: "ActionResponse", sender: null, recipient: null, success: true };
  const answer = { function: "f", arguments: { a: 1 }, output: 1, action_request_id: "$req1", error: null };
  const messages = [
    { ...base, content, responded: true },
    { ...response, content: answer },
  ];
  const trace = callSteps({ a: 1 }, bodySteps({ a: 1 }));
  await expectPass({ tools }, { op: "act", requests: { $action_request: message } }, { result: resultOf({ a: 1 }, 1), messages, trace });
});

describe("those who match", () => {
  const kinds = ["FunctionCalling", "HookSignal", "MessageAdded", "GateDenied", "Signal"];
  test.each(kinds)("%s are told, and its streams filled", async (match) => {
    const session = {
      subscribers: [
        { id: "s", match },
        { id: "a", mode: "async", match },
      ],
      routes: [{ match, into: "kept" }],
    };
    const told = [
      { step: "subscriber", id: "s" },
      { step: "subscriber", id: "a" },
    ].map((step) => ({ ...step, matched: "FunctionCalling" }));
    const trace = callSteps({}, bodySteps({})).flatMap((step) =>
      step.step === "log"
        ? [step, { step: "observer.emit", kind: "FunctionCalling", event: "$event1" }, ...(match === "FunctionCalling" ? told : [])]
        : [step],
    );
    const messages = ["$req1", "$resp1"].map((message) => ({ kind: "MessageAdded", message }));
    const kept = match === "FunctionCalling" ? [{ $event: "$event1" }] : match === "MessageAdded" || match === "Signal" ? messages : [];
    const stored = [{ kind: "FunctionCalling", event: "$event1", status: "completed" }];
    const observer = { stored, message_signals: ["$req1", "$resp1"], ...(kept.length > 0 && { streams: { kept } }) };
    await expectPass({ tools: [tool({ behaviour: [{ return: 1 }] })], session }, act(), { result: resultOf({}, 1), trace, observer });
  });

  test("a subscription whose predicate raises matches nothing", async () => {
    const session = { subscribers: [{ id: "s", match: { predicate_raises: { type: "ValueError", message: "p" } } }] };
    const trace = callSteps({}, bodySteps({})).flatMap((step) =>
      step.step === "log" ? [step, { step: "observer.emit", kind: "FunctionCalling", event: "$event1" }] : [step],
    );
    await expectPass({ tools: [tool({ behaviour: [{ return: 1 }] })], session }, act(), { result: resultOf({}, 1), raised: null, trace });
  });
});
