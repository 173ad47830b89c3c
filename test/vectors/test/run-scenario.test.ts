import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../src/json.js";
import { runScenario } from "../src/run-scenario.js";
import type { Scenario } from "../src/scenario.js";

const giveOne = { tool: "give", params: [], behaviour: [{ return: 1 }] };
const call = { function: "give", arguments: {} };
const succeeded = { event: { function: "give", arguments: {}, status: "completed", response: 1, error: null }, raised: null, toolRuns: 1 };

const scenario = (given: Json | undefined, when: Json | undefined, expected: JsonObject = {}): Scenario => ({
  id: "V-1",
  given,
  when,
  expected,
  hostText: [],
});

test("a scenario that ends as expected passes", async () => {
  const verdict = await runScenario(scenario({ tools: [giveOne] }, { op: "manager_invoke", request: call }, succeeded));
  expect(verdict).toEqual({ id: "V-1", status: "passed", reason: null, pointer: null });
});

test("one that does not fails with the first difference", async () => {
  const expected = { ...succeeded, toolRuns: 2 };
  const verdict = await runScenario(scenario({ tools: [giveOne] }, { op: "manager_invoke", request: call }, expected));
  expect(verdict).toEqual({ id: "V-1", status: "failed", reason: "expected 2, got 1", pointer: "/toolRuns" });
});

describe("what the harness does not know fails with a text", () => {
  const act = { op: "act", requests: call };
  const tool = (change: Json) => ({ tools: [{ ...giveOne, ...(change as JsonObject) }] });
  const step = (unknown: Json) => tool({ behaviour: [{ return: 1 }, unknown] });
  const cases: readonly (readonly [string, Json | undefined, Json | undefined, RegExp])[] = [
    ["an operation", {}, { op: "dance" }, /unknown operation dance/],
    ["an inherited operation", {}, { op: "constructor" }, /unknown operation constructor/],
    ["a missing vector", undefined, undefined, /no vector/],
    ["a key of given", { tools: [giveOne], weather: "fine" }, act, /given: .*weather/],
    ["a key of when", { tools: [giveOne] }, { ...act, hurry: true }, /when: .*hurry/],
    ["a key of a tool", tool({ colour: "red" }), act, /tools\/0: .*colour/],
    ["a mode of a tool", tool({ mode: "telepathic" }), act, /tools\/0\/mode/],
    ["a type of a parameter", tool({ params: [{ name: "a", type: "complex" }] }), act, /params\/0\/type/],
    ["a step that is never reached", step({ explode: 1 }), act, /unknown step \{"explode":1\}/],
    ["a key beside a step", step({ return: 1, ms: 5 }), act, /malformed step/],
    ["a step without the key beside it", step({ raise_first: 1 }), act, /malformed step/],
    ["an error type", step({ raise: { type: "OddError", message: null } }), act, /unknown error type OddError/],
    ["a value", step({ return: { $value: "quaternion" } }), act, /unknown value "quaternion"/],
    ["a tag", tool({ params: [{ name: "a", default: { $odd: 1 } }] }), act, /unknown tag \$odd/],
    ["a tag of a request", {}, { op: "act", requests: { $odd: 1 } }, /unknown tag \$odd/],
    ["a handle", {}, { op: "act", requests: { $ref: "r" } }, /nothing has the handle r/],
    ["a gate rule", { session: { gate: { rule: { shrug: true } } } }, act, /gate\/rule/],
    ["an agent hook", { agent: { hooks: { "during:*": [] } } }, act, /unknown agent hook during/],
    ["a step of an event", { tools: [giveOne] }, { op: "event", tool: "give", arguments: {}, steps: ["construct", "juggle"] }, /"juggle"/],
    ["a tool of an event", {}, { op: "event", tool: "give", arguments: {}, steps: ["construct"] }, /no tool give/],
    ["a mixed chain", {}, { op: "chain", tool: "t", security: [], hooks: [], input: {} }, /when/],
    ["a permission mode", { agent: { permissions: { mode: "maybe" } } }, act, /could not be run: /],
  ];
  test.each(cases)("%s", async (_, given, when, text) => {
    const verdict = await runScenario(scenario(given, when));
    expect(verdict.status).toBe("failed");
    expect(verdict.reason).toMatch(text);
    expect(verdict.pointer).toBeNull();
  });
});

describe("what JavaScript does not have is skipped, with the feature and the reason", () => {
  test.each([
    ["tuple of requests", { op: "act", requests: { $tuple: [call] } }],
    ["large integer", { op: "act", requests: { function: "give", arguments: { a: 2 ** 60 } } }],
  ])("%s", async (feature, when) => {
    const verdict = await runScenario(scenario({ tools: [giveOne] }, when));
    expect(verdict.status).toBe("skipped");
    expect(verdict.reason).toMatch(new RegExp(`^${feature}: JavaScript|^${feature}: a JavaScript`));
  });
});

describe("event steps", () => {
  const slow = { tool: "slow", params: [], behaviour: [{ sleep_ms: 40 }, { return: 1 }] };
  const ended = (status: string, response: Json, error: Json, raised: Json, toolRuns: number) => ({
    event: { function: "slow", arguments: {}, status, response, error },
    raised,
    toolRuns,
  });
  const cancelled = { code: "cancelled" };
  const cases: readonly (readonly [string, readonly Json[], JsonObject])[] = [
    ["a caller who stops it", ["construct", { invoke_cancelled_after_ms: 5 }, "invoke"], ended("cancelled", null, cancelled, cancelled, 1)],
    [
      "an invocation in the background",
      ["construct", { invoke_in_background: true }, "invoke", "join_background"],
      ended("completed", 1, null, null, 1),
    ],
    ["a waiter", ["construct", "wait_completion_while_invoking", "completion_event", "to_dict"], ended("completed", 1, null, null, 1)],
    ["a status set by hand", ["construct", { set_status: "skipped" }, "invoke"], ended("skipped", null, null, null, 0)],
    ["a status that is none", ["construct", { set_status: "nope" }], ended("pending", null, null, { code: "invalid_status" }, 0)],
    ["a second run by hand", ["construct", "invoke", { set_status: "pending" }, "invoke"], ended("completed", 1, null, null, 2)],
  ];
  test.each(cases)("%s", async (_, steps, expected) => {
    const verdict = await runScenario(scenario({ tools: [slow] }, { op: "event", tool: "slow", arguments: {}, steps }, expected));
    expect(verdict).toMatchObject({ status: "passed", reason: null });
  });
});
