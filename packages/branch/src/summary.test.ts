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
  expect(summary({ b: 1, a: [undefined, 2n] })).toBe('{"a":[null,"2"],"b":1}');
});

test("at most 200 code points", () => {
  expect([...summary("😀".repeat(300))]).toHaveLength(200);
});
