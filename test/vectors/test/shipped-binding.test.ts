import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../src/json.js";
import { runVector } from "../src/shipped/run-vector.js";
import { bodySteps, callSteps, resultOf, shippedVector } from "./shipped-vector.js";

const slow = { tool: "f", mode: "async", params: [{ name: "ms" }], behaviour: [{ sleep_arg_ms: "ms" }, { return: 1 }] };
const requests = [9, 1, 5].map((ms) => ({ function: "f", arguments: { ms } }));

async function verdictOf(given: JsonObject, when: JsonObject, then: JsonObject, marks: JsonObject = {}) {
  const { status, reason, pointer } = await runVector(shippedVector(given, when, then, marks));
  return { status, reason, pointer };
}

const passed = { status: "passed", reason: null, pointer: null };

describe("in free order", () => {
  const stepsOf = (ms: number) => callSteps({ ms }, bodySteps({ ms }));
  const when = { op: "act", requests, free_order: true };
  const result = requests.flatMap((request) => [{ ...request, output: 1 }]);
  const counted = { messages_summary: { ActionRequest: 3, ActionResponse: 3 }, logs_summary: { event: 3 } };

  test.each<readonly [string, Json]>([
    ["by their numbers", { 0: stepsOf(9), 1: stepsOf(1), 2: stepsOf(5) }],
    ["in a list", [stepsOf(9), stepsOf(1), stepsOf(5)]],
  ])("the steps of each item are compared, %s", async (_, steps) => {
    expect(await verdictOf({ tools: [slow] }, when, { result, trace_by_item: steps, ...counted })).toEqual(passed);
    const shorter = Object.values(steps as object).map((own: Json[], item) => (item === 1 ? own.slice(1) : own)) as Json;
    expect(await verdictOf({ tools: [slow] }, when, { result, trace_by_item: shorter, ...counted })).toMatchObject({ status: "failed" });
  });

  test.each<readonly [string, JsonObject, string]>([
    ["too few messages", { messages_summary: { ActionRequest: 2, ActionResponse: 3 } }, "/messages_summary/ActionRequest"],
    ["another kind", { messages_summary: { ActionRequest: 3, ActionResponse: 3, System: 1 } }, "/messages_summary/System"],
    ["a number of log entries", { logs_summary: 4 }, "/logs_summary"],
    ["a count of them", { logs_summary: { count: 3, error: 1, event: 3 } }, "/logs_summary/error"],
  ])("%s is missed", async (_, summary, pointer) => {
    const trace = [stepsOf(9), stepsOf(1), stepsOf(5)] as Json;
    expect(await verdictOf({ tools: [slow] }, when, { trace_by_item: trace, ...summary })).toMatchObject({ status: "failed", pointer });
  });
});

describe("what is measured", () => {
  const one = { op: "act", requests: [{ function: "f", arguments: { ms: 1 } }] };
  const trace = callSteps({ ms: 1 }, bodySteps({ ms: 1 }));

  test("times, stalls and the calls in flight", async () => {
    const when = { ...one, measure: { min_ms: 1, max_ms: 10_000 }, ticker: true };
    const timing = { min_ms: 1, max_ms: 10_000, within: true };
    const then = { trace, timing, max_in_flight: 1, ran_off_loop_thread: false };
    expect(await verdictOf({ tools: [slow] }, when, then)).toEqual(passed);
    expect(await verdictOf({ tools: [slow] }, { ...when, measure: { min_ms: 9_000 } }, then)).toMatchObject({
      status: "failed",
      pointer: "/timing/min_ms",
    });
    const blocking = { ...slow, mode: "sync", behaviour: [{ sleep_ms: 60 }, { return: 1 }] };
    expect(await verdictOf({ tools: [blocking] }, when, { trace, loop_max_stall_ms_over_40: true })).toEqual(passed);
  });

  test.each([true, 30])("gaps between starts, said as %j", async (gaps) => {
    const options = { op: "act", requests, call_params: { throttle_period: 0.03 }, spacing_ms: 30, free_order: true };
    const steps = [9, 1, 5].map((ms) => callSteps({ ms }, bodySteps({ ms })));
    const then = { start_gaps_at_least_ms: gaps, trace_by_item: steps };
    expect(await verdictOf({ tools: [slow] }, options, then)).toEqual(passed);
    const close = { ...options, call_params: { throttle_period: 0.001 } };
    expect(await verdictOf({ tools: [slow] }, close, then)).toMatchObject({ status: "failed", pointer: "/start_gaps_at_least_ms" });
  });

  test("calls in flight that wait for nothing are not bound", async () => {
    const quick = { ...slow, behaviour: [{ return: 1 }] };
    expect(await verdictOf({ tools: [quick] }, one, { trace, max_in_flight: 7 })).toEqual(passed);
    expect(await verdictOf({ tools: [slow] }, one, { trace, max_in_flight: 7 })).toMatchObject({ pointer: "/max_in_flight" });
  });
});

test("a tuple is a list, and how the host renders one is not bound, but its cut", async () => {
  const tuple = { $value: "tuple", items: [1, { $value: "tuple", items: [2] }] };
  const given = { tools: [{ tool: "f", mode: "async", params: [], behaviour: [{ return: tuple }] }], hooks: [] };
  const emitted = (point: string, summary: JsonObject) => ({
    step: "hook.emit",
    point,
    payload: { tool_name: "f", call_id: "$call1", ...summary },
  });
  const post = emitted("tool.post", { result_summary: "(1, (2,))", duration: "<number>" });
  const trace = callSteps({}, bodySteps({})).flatMap((step) => {
    if (step.step === "invoke") return [emitted("tool.pre", { args_summary: "{}" }), step];
    return step.step === "log" ? [post, step] : [step];
  });
  const when = { op: "act", requests: { function: "f", arguments: {} } };
  expect(await verdictOf(given, when, { result: resultOf({}, tuple), trace })).toEqual(passed);
  const other = { result: resultOf({}, { $value: "tuple", items: [1] }), trace };
  expect(await verdictOf(given, when, other)).toMatchObject({ pointer: "/result/0/output/1" });
});

test("between items the order of streams is not bound", async () => {
  const session = { routes: [{ match: "MessageAdded", into: "kept" }] };
  const steps = [9, 1, 5].map((ms) =>
    callSteps({ ms }, bodySteps({ ms })).flatMap((step) =>
      step.step === "log" ? [step, { step: "observer.emit", kind: "FunctionCalling", event: "$event1" }] : [step],
    ),
  );
  // Labels as if the items had ended in the order of the requests.
  const trace = steps.flatMap((own, item) =>
    JSON.parse(JSON.stringify(own).replaceAll(/\$(event|req|resp)1/g, `$$$1${item + 1}`)).map((step: JsonObject) => ({ ...step, item })),
  );
  const labels = [1, 2, 3].flatMap((number) => [`$req${number}`, `$resp${number}`]);
  const stored = [1, 2, 3].map((number) => ({ kind: "FunctionCalling", event: `$event${number}`, status: "completed" }));
  const observer = { stored, message_signals: labels, streams: { kept: labels.map((message) => ({ kind: "MessageAdded", message })) } };
  const given = { tools: [slow], session };
  const then = { trace, observer };
  expect(await verdictOf(given, { op: "act", requests }, then, { cross_item_order: "incidental" })).toEqual(passed);
  expect(await verdictOf(given, { op: "act", requests }, then, { cross_item_order: "normative" })).toMatchObject({ status: "failed" });
});

test("of a vector that depends on the scheduler, only its result and what it raised are bound", async () => {
  const then = { result: resultOf({ ms: 1 }, 1), raised: null, trace: [], messages: [] };
  const when = { op: "act", requests: [{ function: "f", arguments: { ms: 1 } }] };
  expect(await verdictOf({ tools: [slow] }, when, then, { scheduler_sensitive: "how far it came" })).toEqual(passed);
  expect(await verdictOf({ tools: [slow] }, when, { ...then, raised: {} }, { scheduler_sensitive: "how far it came" })).toMatchObject({
    pointer: "/raised",
  });
});

test("of a text whose wording is the host's only the presence is bound", async () => {
  const given = { tools: [{ ...slow, params: [] }] };
  const error = { type: "TypeError", message: "f() got an unexpected keyword argument 'x'" };
  const event = { label: "$event1", function: "f", arguments: { x: 1 }, status: "failed", response: null, error, duration: "<number>" };
  const then = { trace: callSteps({ x: 1 }, [], "failed", false), events: [event] };
  const when = { op: "act", requests: { function: "f", arguments: { x: 1 } } };
  expect(await verdictOf(given, when, then, { host_text: [error.message] })).toEqual(passed);
  expect(await verdictOf(given, when, then)).toMatchObject({ pointer: "/events/0/error/message" });
});
