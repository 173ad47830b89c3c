import { expect, test } from "vitest";
import { describeError, printable, printableJson } from "./printable.js";

test("what a terminal would obey, and what nobody would see, is written out", () => {
  expect(printable("\u001b[2J\u0007\r\n\t")).toBe("\\u{1b}[2J\\u{7}\\u{d}\\n\\t");
  expect(printable("\u009b31m\u007f")).toBe("\\u{9b}31m\\u{7f}");
  expect(printable("a\u202eb\u2066c\u200bd\ufeff")).toBe("a\\u{202e}b\\u{2066}c\\u{200b}d\\u{feff}");
  expect(printable("\u2028\u{e0041}\u3164\ufe0f\ud800")).toBe("\\u{2028}\\u{e0041}\\u{3164}\\u{fe0f}\\u{d800}");
});

test("what can be seen stays", () => {
  expect(printable("naïve 日本語 \u{1f600} \\n")).toBe("naïve 日本語 \u{1f600} \\n");
});

test("JSON stays the same value, without a dangerous character", () => {
  const value = { text: "\u001b\u009b\u202e\u{e0041}\u{1f600}\u2028" };
  const json = printableJson(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(json).toBe('{"text":"\\u001b\\u009b\\u202e\\udb40\\udc41\u{1f600}\\u2028"}');
});

test("an error is described with its causes", () => {
  expect(describeError(new Error("a", { cause: new Error("b\u001b") }))).toBe("a (b\\u{1b})");
  expect(describeError("text")).toBe("text");
  expect(describeError(undefined)).toBe("undefined");
});
