import { expect, test } from "vitest";
import { Effort } from "./effort.js";
import { exactTexts } from "./exact-texts.js";
import { type Language, patternLanguage } from "./language.js";
import { LintedPattern } from "./linted-pattern.js";
import { commonText, textOutside } from "./search-texts.js";

const parts = ["a", "A", "b", "*", "*", "?", "[ab]", "[!a]", "[b-a]", " ", "/", "k", "\u212a"];

const languageOf = (source: string, fold: boolean) => patternLanguage(source, fold);

test("what is found without a search is what a search finds", () => {
  const random = seeded(11);
  const pattern = () => Array.from({ length: 1 + Math.floor(random() * 4) }, () => parts[Math.floor(random() * parts.length)]).join("");
  const seen = { within: 0, outside: 0, common: 0, none: 0, unknown: 0 };
  for (let index = 0; index < 2_000; index++) {
    const [one, other, fold] = [pattern(), pattern(), random() < 0.5];
    const among = random() < 0.5 ? undefined : exactTexts([{ name: "x", kind: "program" }]);
    const effort = new Effort(1e9);
    const [inner, outer] = [new LintedPattern(one, false), new LintedPattern(other, fold)];
    const [innerLanguage, outerLanguage] = [languageOf(one, false), languageOf(other, fold)];
    if (innerLanguage === undefined || outerLanguage === undefined) {
      expect([inner.textOutside(outer, effort), inner.textInCommon(outer, among, effort)]).toEqual([undefined, undefined]);
      seen.unknown++;
      continue;
    }
    const outside = textOutside(innerLanguage, outerLanguage);
    expect([one, other, inner.isWithin(outer, effort)]).toEqual([one, other, outside === null]);
    expect([one, other, inner.textOutside(outer, effort)]).toEqual([one, other, outside]);
    const languages: Language[] = [innerLanguage, outerLanguage, ...(among ? [among] : [])];
    const common = commonText(languages);
    expect([one, other, inner.textInCommon(outer, among, effort)]).toEqual([one, other, common]);
    if (inner.isApartFrom(outer)) expect([one, other, commonText(languages.slice(0, 2))]).toEqual([one, other, null]);
    seen[outside === null ? "within" : "outside"]++;
    seen[common === null ? "none" : "common"]++;
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
});

test("without effort nothing is told, but what needs no search", () => {
  const [one, other, spent] = [new LintedPattern("a*b", false), new LintedPattern("a*c*", false), new Effort(0)];
  expect(one.textInCommon(other, undefined, spent)).toBeUndefined();
  expect(one.textInCommon(other, undefined, new Effort(1_000_000))).toBe("acb");
  expect(one.textInCommon(new LintedPattern("c*", false), undefined, spent)).toBeNull();
  expect(one.textOutside(other, spent)).toBe("ab");
  expect(one.isWithin(new LintedPattern("a?*b", false), spent)).toBe(false);
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
