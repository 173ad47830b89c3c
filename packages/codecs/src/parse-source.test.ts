import { describe, expect, test } from "vitest";
import { parseSource } from "./parse-source.js";

describe("parseSource", () => {
  test("takes one JSON value, pretty-printed or not", () => {
    expect(parseSource('{\n  "a": 1\n}\n')).toEqual({ value: { a: 1 }, lineNumbers: null });
  });

  test("takes JSON lines and counts the blank ones", () => {
    expect(parseSource('{"a":1}\n\n{"b":2}\n')).toEqual({ value: [{ a: 1 }, { b: 2 }], lineNumbers: [1, 3] });
  });

  test("takes a byte order mark and CRLF", () => {
    expect(parseSource('\uFEFF{"a":1}\r\n{"b":2}\r\n').value).toEqual([{ a: 1 }, { b: 2 }]);
    expect(parseSource('\uFEFF{"a":1}').value).toEqual({ a: 1 });
  });

  test.each([
    ["in the middle", '{"a":1}\n{"b":\n{"c":3}', 2, /^Line 2 is not JSON\.$/],
    ["at the start", 'oops\n{"b":2}\n{"c":3}', 1, /^Line 1 is not JSON\.$/],
    ["at the end", '{"a":1}\r\n\r\n{"b": [1, 2\r\n', 3, /^Line 3, the last, .* cut off/],
  ])("names the line that is broken %s", (_name, text, line, message) => {
    expect(() => parseSource(text)).toThrow(
      expect.objectContaining({ code: "not_json", line, message: expect.stringMatching(message), cause: expect.any(SyntaxError) }),
    );
  });

  test.each(["", "  \n ", "hello", '{\n  "a": 1,\n  "b": \n}', '{"a":1', "\uFEFF", "\u0000\u0001"])(
    "%j is neither JSON nor JSON lines",
    (text) => {
      expect(() => parseSource(text)).toThrow(expect.objectContaining({ code: "not_json", line: null }));
    },
  );

  test("refuses a depth bomb, in one value and in one line", () => {
    const bomb = "[".repeat(100_000) + "]".repeat(100_000);
    expect(() => parseSource(bomb)).toThrow(expect.objectContaining({ code: "too_deep", line: null }));
    expect(() => parseSource(`{}\n${bomb}`)).toThrow(expect.objectContaining({ code: "too_deep", line: 2 }));
  });
});
