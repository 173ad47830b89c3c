import { describe, expect, test } from "vitest";
import { foldCodePoint, foldText } from "./fold.js";

describe("folding", () => {
  test("gives all case variants one code point", () => {
    expect(foldText("Bash ÉCOLE ΣΑΣ")).toBe(foldText("bASH école σας"));
    expect(foldText("\u212a")).toBe("k");
    expect(foldText("\u017f")).toBe("s");
  });

  test("keeps the number of code points, where the language's own mapping is longer too", () => {
    for (const text of ["ß", "İ", "ŉ", "ﬁ", "𐐀", "\ud800"]) expect(Array.from(foldText(text))).toHaveLength(1);
  });

  test("is done after one step for every code point of the first two planes", () => {
    const unstable = Array.from({ length: 0x20000 }, (_, point) => point).filter(
      (p) => foldCodePoint(foldCodePoint(p)) !== foldCodePoint(p),
    );
    expect(unstable).toEqual([]);
  });
});
