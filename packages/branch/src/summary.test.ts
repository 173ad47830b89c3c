import { expect, test } from "vitest";
import { firstCodePoints, summary } from "./summary.js";

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc"],
  ["😀😀😀", 2, "😀😀"],
  ["a😀b", 2, "a😀"],
  ["", 5, ""],
])("%j, the first %s code points", (text, count, expected) => {
  expect(firstCodePoints(text, count)).toBe(expected);
});

test("canonical: the order of keys makes no difference", () => {
  expect(summary({ b: 1, a: [undefined, 2n] }, undefined)).toBe('{"a":[null,"2"],"b":1}');
});

test("what is redacted is not seen, even where the cut falls into it", () => {
  const text = `${"x".repeat(190)}secret-of-mine`;
  expect(summary(text, (given) => given.replace(/secret.*/, "*"))).toBe(`"${"x".repeat(190)}*`);
});
