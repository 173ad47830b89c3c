import { Cancellation } from "@acta/event";
import { PermissionError } from "@acta/governance";
import { StopHook } from "@acta/hooks";
import { describe, expect, test } from "vitest";
import type { Step } from "../src/format.js";
import { coerce } from "../src/given/coerce.js";
import type { Json } from "../src/json.js";
import { driveAsync, driveSync } from "../src/program/drive.js";
import { createError } from "../src/program/errors.js";
import { Program } from "../src/program/program.js";
import { decode, encode } from "../src/program/values.js";

const run = (steps: readonly Step[], input: unknown = {}) => driveSync(new Program(steps).begin(input));

describe("steps", () => {
  test.each<readonly [string, readonly Step[], unknown, unknown]>([
    ["nothing gives null", [], {}, null],
    ["return", [{ return: { a: [1] } }, { return: 2 }], {}, { a: [1] }],
    ["return_sum of numbers", [{ return_sum: ["a", "b"] }], { a: 1, b: 2 }, 3],
    ["return_sum of booleans", [{ return_sum: ["a", "b"] }], { a: true, b: 2 }, 3],
    ["return_sum of texts", [{ return_sum: ["a", "b"] }], { a: "1", b: "2" }, "12"],
    ["return_arg", [{ return_arg: "a" }], { a: 1 }, 1],
    ["return_args", [{ return_args: true }], { a: 1 }, { a: 1 }],
    ["return_input", [{ return_input: true }], [1], [1]],
    ["return_updated", [{ return_updated: { b: 2 } }], { a: 1 }, { a: 1, b: 2 }],
    ["return_wrapped", [{ return_wrapped: "k" }], 5, { k: 5 }],
    ["mutate", [{ mutate: { a: 9 } }, { return_input: true }], { a: 1 }, { a: 9 }],
    ["return_if that holds", [{ return_if: { arg: "a", equals: 1 }, value: "yes" }, { return: "no" }], { a: 1 }, "yes"],
    ["return_if that does not", [{ return_if: { arg: "a", equals: 1 }, value: "yes" }, { return: "no" }], { a: 2 }, "no"],
  ])("%s", (_, steps, input, expected) => {
    expect(run(steps, input)).toEqual(expected);
  });

  test.each<readonly [string, readonly Step[], unknown]>([
    ["raise", [{ raise: { type: "ValueError", message: "x" } }], {}],
    ["raise_if", [{ raise_if: { arg: "a", equals: [1] }, error: { type: "ValueError", message: null } }], { a: [1] }],
    ["return_sum of a number and a text", [{ return_sum: ["a", "b"] }], { a: 1, b: "2" }],
    ["return_arg of a missing argument", [{ return_arg: "a" }], {}],
    ["mutate of something frozen", [{ mutate: { a: 1 } }], Object.freeze({})],
    ["return_updated of a text", [{ return_updated: { a: 1 } }], "text"],
  ])("%s throws", (_, steps, input) => {
    expect(() => run(steps, input)).toThrow(Error);
  });

  test("processors with kwargs wrap them too", () => {
    expect(driveSync(new Program([{ return_wrapped: "k" }], { unit: "m" }).begin(1))).toEqual({ k: 1, kwargs: { unit: "m" } });
  });

  test("calls are counted per program", () => {
    const error = { type: "ValueError", message: "busy" };
    const first = new Program([{ raise_first: 1, error }, { return: 1 }]);
    expect(() => driveSync(first.begin({}))).toThrow("busy");
    expect(driveSync(first.begin({}))).toBe(1);
    const from = new Program([{ raise_from: 2, error }, { return: 1 }]);
    expect(driveSync(from.begin({}))).toBe(1);
    expect(() => driveSync(from.begin({}))).toThrow("busy");
  });

  test("waits are handed to whoever drives", () => {
    const waits = (steps: readonly Step[], input: unknown) => [...new Program(steps).begin(input)];
    const steps: readonly Step[] = [
      { sleep_ms: 1 },
      { sleep_arg_ms: "a" },
      { sleep_first: 1, ms: 3 },
      { sleep_if: { arg: "a", equals: 2 }, ms: 4 },
    ];
    expect(waits(steps, { a: 2 })).toEqual([1, 2, 3, 4]);
    expect(waits(steps, { a: 5 })).toEqual([1, 5, 3]);
  });

  test("a wait ends with the call", async () => {
    const controller = new AbortController();
    const running = driveAsync(new Program([{ sleep_ms: 60_000 }]).begin({}), controller);
    controller.abort("stopped");
    await expect(running).rejects.toBe("stopped");
  });
});

describe("values", () => {
  test.each<Json>([
    null,
    { a: [1, "x", true] },
    { $value: "set", items: [1, 2] },
    { $value: "bytes", text: "ab" },
    { $value: "nan" },
    { $value: "enum", value: "red" },
    { $value: "model", fields: { x: 1 } },
    { $value: "record", fields: { x: { $value: "set", items: [] } } },
    { $value: "datetime", iso: "2026-07-09T12:00:00" },
    { $value: "opaque" },
    { $value: "cyclic_list" },
  ])("%j comes back as it went in", (value) => {
    expect(encode(decode(value))).toEqual(value);
  });

  test("a tuple is a list, and a typed model as arguments what it was given", () => {
    expect(decode({ $value: "tuple", items: [1, 2] })).toEqual([1, 2]);
    expect(decode({ $model_args: { fields: [], set: { a: 1 } } })).toEqual({ a: 1 });
  });

  test("an awaitable is one, an exception an error", async () => {
    await expect(decode({ $value: "awaitable", of: 5 })).resolves.toBe(5);
    const error = decode({ $value: "exception", error: { type: "KeyError", message: "k" } });
    expect(encode(error)).toEqual({ $exception: { type: "KeyError", message: "'k'" } });
    const future = decode({ $value: "resolved_future", of: 6 });
    expect(encode(future)).toEqual({ $value: "resolved_future" });
    await expect(future).resolves.toBe(6);
  });
});

describe("errors", () => {
  const create = (type: string) => createError({ type, message: null });

  test("have the classes that the packages know", () => {
    expect(PermissionError.isInstance(create("PermissionError"))).toBe(true);
    expect(StopHook.isInstance(create("StopHook"))).toBe(true);
    for (const type of ["FatalSignal", "KeyboardInterrupt", "SystemExit", "GeneratorExit", "CancelledError", "BaseExceptionGroup"]) {
      expect(Cancellation.isInstance(create(type)), type).toBe(true);
    }
    for (const type of ["ValueError", "RuntimeError", "TypeError", "KeyError", "TimeoutError"]) {
      expect(create(type)).toMatchObject({ name: type, message: "" });
    }
  });

  test("come in groups", () => {
    const group = createError({ type: "ExceptionGroup", message: "many", exceptions: [{ type: "ValueError", message: "v" }] });
    expect(group).toMatchObject({ message: "many", errors: [{ name: "ValueError", message: "v" }] });
    expect(group).toBeInstanceOf(AggregateError);
    expect(encode(group)).toEqual({ $exception: { type: "ExceptionGroup", message: "many (1 sub-exception)" } });
  });
});

test.each([
  ["int", "1", 1],
  ["int", " 7.0 ", 7],
  ["int", true, 1],
  ["int", 1.5, undefined],
  ["int", "0x10", undefined],
  ["int", "x", undefined],
  ["int", null, undefined],
  ["float", "1e3", 1000],
  ["float", "", undefined],
  ["str", "x", "x"],
  ["str", 1, undefined],
  ["bool", "Yes", true],
  ["bool", 0, false],
  ["bool", 2, undefined],
  ["list", [1], [1]],
  ["list", {}, undefined],
  ["dict", { a: 1 }, { a: 1 }],
  ["dict", [], undefined],
  [undefined, "anything", "anything"],
] as const)("a request model reads %s from %j", (type, given, expected) => {
  expect(coerce(type, given)?.value).toEqual(expected);
});
