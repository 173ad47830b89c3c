import { expect, test } from "vitest";
import { isTimeout, withinTime } from "./within-time.js";

test("gives what the work gives, and throws what it throws", () => {
  expect(withinTime(1_000, () => [1])).toEqual([1]);
  const error = new Error("own");
  expect(() => withinTime(1_000, () => raise(error))).toThrow(error);
  expect(isTimeout(error)).toBe(false);
});

test("work that never ends is stopped", () => {
  let thrown: unknown;
  try {
    withinTime(20, () => {
      for (;;);
    });
  } catch (error) {
    thrown = error;
  }
  expect(isTimeout(thrown)).toBe(true);
  expect(withinTime(1_000, () => "still fine")).toBe("still fine");
});

function raise(error: Error): never {
  throw error;
}
