import { expect, test } from "vitest";
import { deepFreeze } from "./deep-freeze.js";

test("freezes every level, and gives the value back", () => {
  const value = { list: [{ a: 1 }], none: null };
  expect(deepFreeze(value)).toBe(value);
  expect([value, value.list, value.list[0]].every(Object.isFrozen)).toBe(true);
  expect(deepFreeze("text")).toBe("text");
});
