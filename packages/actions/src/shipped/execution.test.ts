import { Cancellation } from "@acta/event";
import { expect, test } from "vitest";
import { Execution } from "./execution.js";

test("the second error makes a group, a text is replaced, and a group ends at 100", () => {
  const execution = new Execution();
  execution.error = "text";
  execution.addError(new Error("0"));
  expect(execution.error).toMatchObject({ message: "0" });
  for (let index = 1; index < 120; index++) execution.addError(new Error(String(index)));
  const { errors, message } = execution.error as unknown as AggregateError;
  expect([message, errors.length, errors.at(-1).message]).toEqual(["multiple errors", 100, "99"]);
});

test("an ordinary error and a cancellation are never grouped", () => {
  const ordinary = new Error("a");
  const execution = new Execution();
  execution.addError(ordinary);
  expect(() => execution.addError(new Cancellation("stop"))).toThrow(TypeError);
  expect(execution.error).toBe(ordinary);
});

test("a group is serialized with its members, to a depth of 100, and without going round", () => {
  const execution = new Execution();
  const group = new AggregateError([new TypeError("x")], "g");
  group.errors.push(group);
  execution.error = group;
  expect(execution.toJSON().error).toEqual({
    error: "ExceptionGroup",
    message: "g",
    exceptions: [
      { error: "TypeError", message: "x" },
      { error: "ExceptionGroup", message: "Circular reference detected" },
    ],
  });
  let deep: Error = new Error("deepest");
  for (let level = 0; level < 150; level++) deep = new AggregateError([deep], "level");
  execution.error = deep;
  expect(JSON.stringify(execution.toJSON())).toContain('"message":"Max nesting depth (100) exceeded","nested_count":1');
});

test.each([
  ["a set", new Set([1]), new Set([1])],
  ["bytes", new Uint8Array([1]), new Uint8Array([1])],
  ["an error", new Error("e"), {}],
  ["a function deep inside", { a: [() => 1] }, "<unserializable>"],
  ["a promise", Promise.resolve(1), "<unserializable>"],
])("the serialized response of %s", (_, response, serialized) => {
  const execution = new Execution();
  execution.response = response;
  expect(execution.toJSON().response).toEqual(serialized);
});
