import { expect, test } from "vitest";
import { shorten } from "./shorten.js";

test("makes one plain line of a page, and of no message at all", () => {
  expect(shorten(`\u001b[31mTransform failed\u001b[39m:\n\n  ${"x".repeat(300)}`)).toBe(`Transform failed: ${"x".repeat(182)}`);
  expect(shorten(undefined)).toBe("undefined");
});
