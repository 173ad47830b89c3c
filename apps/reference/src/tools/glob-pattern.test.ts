import { expect, test } from "vitest";
import { expandBraces, globMatcher } from "./glob-pattern.js";

test.each([
  ["*.py", "a.py", true],
  ["*.py", "src/a.py", false],
  ["**/*.py", "a.py", true],
  ["**/*.py", "src/deep/a.py", true],
  ["src/**", "src/a/b", true],
  ["src/**", "lib/a", false],
  ["**", "a/b", true],
  ["src/**/test/*.ts", "src/test/a.ts", true],
  ["src/**/test/*.ts", "src/a/b/test/a.ts", true],
  ["src/**/test/*.ts", "src/a/b/a.ts", false],
  ["**/a/**/b", "a/x/a/b", true],
  ["?.[jt]s", "a.ts", true],
  ["?.[!j]s", "a.js", false],
  ["*.{ts,tsx}", "a.tsx", true],
  ["{a,b/{c,d}}.ts", "b/d.ts", true],
  ["{a}.ts", "{a}.ts", true],
  ["a{", "a{", true],
  ["./a", "a", true],
  ["a.py", "A.py", false],
])("%s and %s: %s", (pattern, path, expected) => {
  expect(globMatcher(pattern)(path)).toBe(expected);
});

test("hostile patterns end soon", () => {
  const started = performance.now();
  const path = Array.from({ length: 200 }, () => "a").join("/");
  expect(globMatcher(`${"**/".repeat(500)}b`)(path)).toBe(false);
  expect(globMatcher("*a".repeat(500))("a".repeat(499))).toBe(false);
  expect(() => expandBraces("{a,b}".repeat(40))).toThrow("more than 256 alternatives");
  expect(() => expandBraces("{,}".repeat(1_300))).toThrow("more than 256 alternatives");
  expect(performance.now() - started).toBeLessThan(2_000);
});

test("a pattern that is slow for many paths is stopped", () => {
  const matches = globMatcher(`${"{a,b}".repeat(8)}${"*?".repeat(1_900)}`, 20);
  const path = "a".repeat(255);
  expect(() => {
    for (let count = 0; count < 100_000; count++) matches(path);
  }).toThrow("The search took longer than 20 ms; the pattern is too slow for these files.");
});
