import { describe, expect, test } from "vitest";
import { LineFinder } from "./find-lines.js";

const find = (pattern: string, lines: readonly string[], options: { ignoreCase?: boolean; multiline?: boolean } = {}) =>
  new LineFinder(pattern, { ignoreCase: false, multiline: false, timeMs: 25, ...options }).find(lines);

test("finds the lines that match", () => {
  expect(find("^b+$", ["a", "bb", "ab", "b"])).toEqual([1, 3]);
  expect(find("B", ["a", "b"], { ignoreCase: true })).toEqual([1]);
  expect(find("a\\s+b", ["a", "b"])).toEqual([]);
});

test("a pattern of several lines finds all that it touches", () => {
  expect(find("a.*c", ["x", "a", "b", "c", "x", "a c"], { multiline: true })).toEqual([1, 2, 3, 4, 5]);
  expect(find("a.*?c", ["x", "a", "b", "c", "x", "a c"], { multiline: true })).toEqual([1, 2, 3, 5]);
  expect(find("^$", ["", "a", ""], { multiline: true })).toEqual([0, 2]);
});

describe("hostile patterns", () => {
  test.each(["(a+)+$", "(a|aa)+$", "(.*a){25}$", "(?:(a|aa)+)+\\1$"])("%s is stopped", (pattern) => {
    expect(() => find(pattern, [`${"a".repeat(60)}b`])).toThrow("The search took longer than 25 ms");
  });

  test("the time is one for all files", () => {
    const finder = new LineFinder("(a+)+$", { ignoreCase: false, multiline: false, timeMs: 100 });
    expect(() => finder.find([`${"a".repeat(60)}b`])).toThrow("took longer");
    const started = performance.now();
    expect(() => finder.find([`${"a".repeat(60)}b`])).toThrow("took longer");
    expect(performance.now() - started).toBeLessThan(75);
  });

  test("what is no regular expression fails in a sentence", () => {
    expect(() => find("(", [""])).toThrow("The pattern is not a regular expression of JavaScript.");
    expect(() => find("(".repeat(1_000_000), [""])).toThrow("The pattern is not a regular expression of JavaScript.");
  });
});
