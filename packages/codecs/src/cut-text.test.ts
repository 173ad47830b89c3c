import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answer, call } from "../test/answer.js";
import { codecs, named } from "../test/codecs.js";
import { cutText } from "./cut-text.js";

describe("cutText", () => {
  test.each([
    ["text within the limit is itself", "abc", 3, "abc"],
    ["what is longer says how long it was", "abcd", 3, "abc\n[cut: the first 3 of 4 characters]"],
    ["a character is cut off whole", "ab💩d", 3, "ab\n[cut: the first 2 of 5 characters]"],
    ["or kept whole", "ab💩d", 4, "ab💩\n[cut: the first 4 of 5 characters]"],
    ["nothing of it", "abc", 0, "\n[cut: the first 0 of 3 characters]"],
  ])("%s", (_name, text, limit, cut) => {
    expect(cutText(text, limit)).toBe(cut);
  });

  test("never ends in half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), fc.nat(20), (text, limit) => {
        const [kept = ""] = cutText(text, limit).split("\n[cut:");
        expect(kept).not.toMatch(/\p{Cs}/u);
        expect(text.startsWith(kept)).toBe(true);
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(text.length, limit) - 1);
      }),
    );
  });
});

describe.each(named(codecs))("%s", (_name, codec) => {
  const written = (output: Parameters<typeof answer>[1], maxOutputLength?: number, message?: string) => {
    const error = message === undefined ? null : { code: "tool_failed", message };
    return JSON.stringify(codec.write([answer({ ...call, correlationId: "abcdefgh1" }, output, error)], { maxOutputLength }));
  };

  test("a huge result is cut, says so, and keeps its id", () => {
    const text = `${"x".repeat(9_999)}💩${"x".repeat(2_000_000)}`;
    const numbers = Array.from({ length: 200_000 }, (_, index) => index);
    for (const out of [written(text, 10_000), written(numbers, 10_000), written({ text }, 10_000), written(null, 10_000, text)]) {
      expect(out.length).toBeLessThan(21_000);
      expect(out).toMatch(/\[cut: the first \d+ of \d+ characters\]/);
      expect(out).not.toMatch(/\\ud[89a-f]/);
      expect(out).toContain("abcdefgh1");
    }
    expect(written(text, 10_000)).toContain("[cut: the first 9999 of 2010001 characters]");
    // The default, and no limit at all.
    expect(written(text).length).toBeLessThan(210_000);
    expect(written(text, Infinity)).toContain(text);
    expect(written("x".repeat(100_000))).not.toContain("[cut");
  });

  test("a history is cut in the same way, and nothing of it changes", () => {
    const response = answer({ ...call, correlationId: "abcdefgh1" }, "x".repeat(50));
    const request = { ...response, kind: "action_request", id: response.content.actionRequestId } as never;
    const before = JSON.stringify(response);
    expect(
      JSON.stringify(
        codec.writeHistory([{ ...(request as object), content: { ...response.content, actionResponseId: null } } as never, response], {
          maxOutputLength: 10,
        }),
      ),
    ).toContain("of 50 characters]");
    expect(JSON.stringify(response)).toBe(before);
  });

  test.each([-1, 1.5, Number.NaN, "10" as never])("a limit of %j is refused", (maxOutputLength) => {
    expect(() => codec.write([answer(call, 1)], { maxOutputLength })).toThrow(expect.objectContaining({ code: "invalid_options" }));
    expect(() => codec.writeHistory([], { maxOutputLength })).toThrow(expect.objectContaining({ code: "invalid_options" }));
  });
});
