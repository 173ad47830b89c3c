import { JournalError } from "@acta/journal";
import { describe, expect, test } from "vitest";
import { escapeText, unescapeText } from "./escaped-text.js";

describe("text for PostgreSQL", () => {
  test("ordinary ids stay as they are", () => {
    expect(escapeText("call_1:0:intended:née—鑑")).toBe("call_1:0:intended:née—鑑");
  });

  test.each([["a\0b"], ["\ud800"], ["\udfff\ud800"], ['"quoted" \\ \n'], ["\\u0000"], ["😀"]])("%j comes back", (text) => {
    const escaped = escapeText(text);
    expect(unescapeText(escaped)).toBe(text);
    expect(escaped).not.toContain("\0");
    expect(Buffer.from(escaped, "utf8").toString("utf8")).toBe(escaped);
  });

  test("strings that differ stay different", () => {
    const texts = ["\0", "\\0", "\\u0000", "\ud800", "\ud801", "\ufffd", "\\ud800"];
    expect(new Set(texts.map(escapeText)).size).toBe(texts.length);
  });

  test("what is no string is refused", () => {
    expect(() => Reflect.apply(escapeText, undefined, [7])).toThrow(JournalError);
    expect(() => Reflect.apply(escapeText, undefined, [undefined])).toThrow("expected a string, found undefined");
  });
});
