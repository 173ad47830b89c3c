import { expect, test } from "vitest";
import { cutText } from "./cut-text.js";

test("cuts to a length, never within a surrogate pair", () => {
  expect(cutText("abc", 3)).toBe("abc");
  expect(cutText("abc", 2)).toBe("ab");
  expect(cutText("a\u{1f600}b", 2)).toBe("a");
  expect(cutText("a\u{1f600}b", 3)).toBe("a\u{1f600}");
  expect(cutText("abc", 0)).toBe("");
});
