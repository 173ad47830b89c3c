import { describe, expect, test } from "vitest";
import { argumentsObject, argumentsText } from "./given-arguments.js";

const own = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1}');

describe("argumentsText", () => {
  test.each([
    ["text stays text", '{"a": 1}', '{"a": 1}'],
    ["wrong text too", "not json {", "not json {"],
    ["blank text is none", " ", "{}"],
    ["nothing is none", null, "{}"],
    ["an object", { a: 1 }, '{"a":1}'],
  ])("%s", (_name, given, text) => {
    expect(argumentsText(given)).toBe(text);
  });
});

describe("argumentsObject", () => {
  test.each([
    ["an object is itself", { a: 1 }, { a: 1 }],
    ["text is parsed", '{"a": 1}', { a: 1 }],
    ["blank text is none", "", {}],
    ["nothing is none", null, {}],
    ["the text null is kept", "null", { arguments: "null" }],
    ["wrong text is kept", "not json {", { arguments: "not json {" }],
    ["a list is kept", [1], { arguments: [1] }],
  ])("%s", (_name, given, object) => {
    expect(argumentsObject(given)).toEqual(object);
  });

  test("keys of Object.prototype are data", () => {
    const read = argumentsObject(JSON.stringify(own));
    expect(Object.keys(read)).toEqual(["__proto__", "constructor"]);
    expect((read as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  });

  test("a depth bomb is kept as text", () => {
    const bomb = `{"a":${"[".repeat(600)}${"]".repeat(600)}}`;
    expect(argumentsObject(bomb)).toEqual({ arguments: bomb });
  });
});
