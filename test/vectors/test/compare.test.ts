import { describe, expect, test } from "vitest";
import { compare } from "../src/compare.js";
import type { Json } from "../src/json.js";
import { unboundBy, withoutItems } from "../src/unbound.js";

describe("a difference", () => {
  const kinds: readonly (readonly [string, Json, Json, string, string, string])[] = [
    ["another value", { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, "/a/1/b", "2", "3"],
    ["another type", { a: 1 }, { a: "1" }, "/a", "1", '"1"'],
    ["null instead of an object", { a: { b: 1 } }, { a: null }, "/a", '{"b":1}', "null"],
    ["an object instead of a list", { a: [] }, { a: {} }, "/a", "[]", "{}"],
    ["a missing key", { a: 1, b: null }, { a: 1 }, "/b", "null", "nothing"],
    ["a key too many", { a: 1 }, { a: 1, b: null }, "/b", "nothing", "null"],
    ["a missing item", [1, 2], [1], "/1", "2", "nothing"],
    ["an item too many", [1], [1, 2], "/1", "nothing", "2"],
    ["an inherited key", { toString: 1 }, {}, "/toString", "1", "nothing"],
    ["keys that pointers escape", { "a/b": { "c~d": 1 } }, { "a/b": { "c~d": 2 } }, "/a~1b/c~0d", "1", "2"],
    ["the whole", 1, 2, "", "1", "2"],
  ];
  test.each(kinds)("of %s has its pointer", (_, wanted, got, pointer, expected, actual) => {
    expect(compare(wanted, got)).toEqual([{ pointer, expected, got: actual }]);
  });

  test("is none where only the order of keys differs", () => {
    expect(compare({ a: 1, b: [true, null] }, { b: [true, null], a: 1 })).toEqual([]);
  });

  test("is reported for each place, in the order of the expectation", () => {
    expect(compare({ a: 1, b: 2, c: 3 }, { c: 0, b: 2, a: 0 }).map(({ pointer }) => pointer)).toEqual(["/a", "/c"]);
  });

  test("shows a long value cut", () => {
    const [difference] = compare("x".repeat(1_000), null);
    expect(difference?.expected).toHaveLength(201);
  });
});

describe("what is not binding", () => {
  const unbound = unboundBy(["host says no"]);

  test.each<readonly [string, Json, boolean]>([
    ["<form of bytes unspecified>", [1], true],
    ["<number>", 0.5, true],
    ["<number>", -1, false],
    ["<number>", "1", false],
    ["<timestamp>", "2026-01-01", true],
    ["<timestamp>", null, false],
    ["<class>", "Tool", true],
    ["<cancel reason>", "", true],
    ["host says no", "another wording", true],
    ["host says no", null, false],
    ["host says yes", "another wording", false],
  ])("%s against %j", (expected, got, isEqual) => {
    expect(compare([expected], [got], unbound).length === 0).toBe(isEqual);
  });

  test("a mark does not stand for something that is missing", () => {
    expect(compare({ a: "<form of bytes unspecified>" }, {}, unbound)).toHaveLength(1);
  });
});

describe("items that depend on the scheduler", () => {
  const observed = (kind: string, output: Json, run: number): Json => ({
    items: [
      { function: "f", kind, output },
      { function: "g", kind: "failed" },
    ],
    hooks: [[kind], ["tool.pre"]],
    journal: [[kind], ["settled"]],
    toolRuns: [run, 1],
    history: [
      { role: "request", item: 0, answers: null },
      { role: "response", answers: 0, output, error: run === 0 },
      { role: "response", answers: 1, output: null, error: true },
    ],
    raised: null,
  });
  const differences = (got: Json) => compare(withoutItems(observed("succeeded", 1, 1), [0]), withoutItems(got, [0]));

  test("may end in another way", () => {
    expect(differences(observed("cancelled", null, 0))).toEqual([]);
  });

  test("bind their function, their place in history, and everything of the others", () => {
    const got = observed("cancelled", null, 0) as { readonly [key: string]: Json };
    const otherFunction = { ...got, items: [{ function: "h" }, { function: "g", kind: "failed" }] };
    expect(differences(otherFunction).map(({ pointer }) => pointer)).toEqual(["/items/0/function"]);
    expect(differences({ ...got, history: [] }).map(({ pointer }) => pointer)).toEqual(["/history/0", "/history/1", "/history/2"]);
    expect(differences({ ...got, toolRuns: [0, 2] }).map(({ pointer }) => pointer)).toEqual(["/toolRuns/1"]);
    expect(differences({ ...got, raised: { code: "x" } }).map(({ pointer }) => pointer)).toEqual(["/raised"]);
  });

  test("are missed where the list is shorter", () => {
    const { hooks: _, ...rest } = observed("succeeded", 1, 1) as { readonly [key: string]: Json };
    expect(differences(rest).map(({ pointer }) => pointer)).toEqual(["/hooks"]);
  });
});
