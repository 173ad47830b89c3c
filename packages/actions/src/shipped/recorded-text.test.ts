import { expect, test } from "vitest";
import { recordedText } from "./recorded-text.js";

const cyclic: unknown[] = [];
cyclic.push(cyclic);

const texts: readonly (readonly [unknown, string])[] = [
  ["plain", "plain"],
  [{ a: 1, b: [null, true, "it's", 'a "b"'] }, `{'a': 1, 'b': [None, True, "it's", 'a "b"']}`],
  [undefined, "None"],
  [["a\nb\\"], "['a\\nb\\\\']"],
  [new Set([1]), "{1}"],
  [new TypeError("no"), "TypeError('no')"],
  [[Promise.resolve()], "[<awaitable>]"],
  [() => 1, "<function>"],
  [cyclic, "[[...]]"],
];

test("a text is itself, everything else is written as the record has it", () => {
  for (const [value, text] of texts) expect(recordedText(value)).toBe(text);
});
