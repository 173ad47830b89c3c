import { expect, test } from "vitest";
import { wellFormed, wellFormedText } from "./well-formed.js";

test("half a character is replaced, a whole one is not", () => {
  expect(wellFormedText("a\ud83db💩\udca9")).toBe("a\uFFFDb💩\uFFFD");
});

test("everywhere in a value, keys included", () => {
  expect(wellFormed({ "\ud83d": ["\udca9", { a: 1 }, null] })).toEqual({ "\uFFFD": ["\uFFFD", { a: 1 }, null] });
});

test("a value that needs no change is itself", () => {
  const value = { text: "💩 \\ud83d", list: [1, null] };
  expect(wellFormed(value)).toEqual(value);
  const plain = { text: "💩" };
  expect(wellFormed(plain)).toBe(plain);
});

test("keys of Object.prototype stay own keys", () => {
  const value = wellFormed(JSON.parse('{"__proto__":{"x":"\\ud83d"}}'));
  expect(JSON.stringify(value)).toBe('{"__proto__":{"x":"\uFFFD"}}');
});
