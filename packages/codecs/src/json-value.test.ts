import type { Json } from "@acta/messages";
import { describe, expect, test } from "vitest";
import { copyJson, limitDepth, property, textProperty } from "./json-value.js";

const bomb = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth)) as Json;

describe("property", () => {
  test("finds own keys only", () => {
    expect([
      property({ a: 1 }, "a"),
      property({}, "constructor"),
      property({}, "__proto__"),
      property([1], "length"),
      property(null, "a"),
    ]).toEqual([1, undefined, undefined, undefined, undefined]);
    expect([textProperty({ a: "x" }, "a"), textProperty({ a: 1 }, "a")]).toEqual(["x", undefined]);
  });
});

describe("copyJson", () => {
  test("copies what a program holds, and keeps __proto__ an ordinary key", () => {
    const value = JSON.parse('{"__proto__":{"role":"assistant"},"list":[1]}') as object;
    const copy = copyJson(value);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    expect([copy === value, property(copy, "role")]).toEqual([false, undefined]);
  });

  test.each([
    ["undefined", undefined],
    ["a function", () => 1],
    ["a bigint", 1n],
    ["a cycle", cycle()],
    [
      "a getter that throws",
      {
        get bad(): never {
          throw undefined;
        },
      },
    ],
  ])("refuses %s", (_name, value) => {
    expect(() => copyJson(value)).toThrow(expect.objectContaining({ code: "not_json" }));
  });
});

describe("limitDepth", () => {
  test("lets 512 levels pass, and one more not", () => {
    expect(limitDepth(bomb(512))).toHaveLength(1);
    expect(() => limitDepth(bomb(514))).toThrow(expect.objectContaining({ code: "too_deep" }));
  });

  test("does not exhaust the stack", () => {
    expect(() => limitDepth(bomb(200_000))).toThrow(expect.objectContaining({ code: "too_deep" }));
  });
});

function cycle(): object {
  const value: { self?: object } = {};
  value.self = value;
  return value;
}
