import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { matchPattern, Pattern } from "./pattern.js";
import { type CodePoints, Text } from "./text.js";

describe("the pattern language", () => {
  test.each([
    ["", "", true],
    ["", "a", false],
    ["*", "", true],
    ["**", "any thing/at\nall", true],
    ["ls", "ls", true],
    ["ls", "LS", false],
    ["ls*", "ls -l", true],
    ["*.txt", "/a/b c/d.txt", true],
    ["*.txt", "d.txt ", false],
    ["a*b*a", "aba", true],
    ["a*a", "a", false],
    ["ab*ba", "aba", false],
    ["l?", "ls", true],
    ["l?", "l", false],
    ["?", "😀", true],
    ["[lp]s", "ps", true],
    ["[lp]s", "xs", false],
    ["[!x]z", "az", true],
    ["[!x]z", "xz", false],
    ["[!x]z", "z", false],
    ["f[0-3]", "f2", true],
    ["f[0-3]", "f7", false],
    ["[-a]", "-", true],
    ["[a-]", "-", true],
    ["[z-a]", "m", false],
    ["[]]", "]", true],
    ["[!]]", "]", false],
    ["[*]", "*", true],
    ["[*]", "a", false],
    ["a[b", "a[b", true],
    ["a[b", "ab", false],
    ["[!", "[!", true],
    ["[]", "[]", true],
    ["[^a]", "^", true],
    ["\\*", "\\x", true],
    ["a.c", "abc", false],
  ])("%j on %j: %j", (pattern, text, expected) => {
    expect(matchPattern(pattern, text)).toBe(expected);
  });

  test("is what a matcher by exhaustion says", verifies("D5.permission-check"), () => {
    const random = seeded(7);
    const text = (alphabet: string, most: number) =>
      Array.from({ length: Math.floor(random() * (most + 1)) }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join("");
    let matching = 0;
    for (let index = 0; index < 20_000; index++) {
      const pattern = text("ab**?[]!-", 8);
      const subject = text("aab-]", 8);
      const expected = exhaustive(pattern, subject);
      if (matchPattern(pattern, subject) !== expected)
        throw new Error(`${JSON.stringify(pattern)} on ${JSON.stringify(subject)} is ${expected}`);
      if (expected) matching++;
    }
    expect(matching).toBeGreaterThan(1000);
  });
});

describe("folding", () => {
  const folded = (pattern: string, text: string) => new Pattern(pattern, true).matches(new Text(text));

  test("ignores the case of pattern and text, of classes too", () => {
    expect(folded("RM *", "rm X")).toBe(true);
    expect(folded("[a-f]", "C")).toBe(true);
    expect(folded("[A-F]", "c")).toBe(true);
    expect(folded("[!a]", "A")).toBe(true);
    expect(folded("[!a]", "a")).toBe(false);
    expect(folded("rm *", "ls")).toBe(false);
  });

  test("only ever widens", verifies("D5.permission-check"), () => {
    const random = seeded(11);
    const pick = (pieces: readonly string[]) => pieces[Math.floor(random() * pieces.length)] ?? "";
    const patterns = ["a", "A", "*", "?", "[!a]", "[A-Z]", "[ſ]", "[!k]", "ß", "İ", "ſ", "\u212a"];
    const texts = ["a", "A", "s", "ſ", "ß", "İ", "k", "\u212a"];
    let matching = 0;
    for (let index = 0; index < 5_000; index++) {
      const pattern = pick(patterns) + pick(patterns) + pick(patterns);
      const text = pick(texts) + pick(texts) + pick(texts);
      if (!matchPattern(pattern, text)) continue;
      matching++;
      if (!folded(pattern, text)) throw new Error(`${JSON.stringify(pattern)} matches ${JSON.stringify(text)} only with case`);
    }
    expect(matching).toBeGreaterThan(100);
  });
});

describe("time is linear: reads of the text, counted", () => {
  const families: readonly [string, (size: number) => readonly [pattern: string, text: string]][] = [
    ["many runs, no end", (n) => [`${"a*".repeat(n)}b`, "a".repeat(2 * n)]],
    ["many runs before the end", (n) => [`${"*a".repeat(n)}*b`, "a".repeat(n)]],
    ["few runs, long text", (n) => ["a*a*a*a*b", "a".repeat(n)]],
    ["few runs, an end that fits", (n) => ["*a*a*a*c*b", `${"a".repeat(n)}b`]],
    ["a long part that almost fits", (n) => [`*${"a".repeat(n)}b*c`, `${"a".repeat(4 * n)}c`]],
    ["a periodic part that almost fits", (n) => [`*${"ab".repeat(n)}c*`, "ab".repeat(4 * n)]],
    ["a short part with a wildcard", (n) => ["*a?a?a[ab]b*c", `${"a".repeat(n)}c`]],
    ["unclosed brackets", (n) => [`*${"[".repeat(n)}a*b`, `${"[".repeat(n)}b`]],
  ];

  test.each(families)("%s", verifies("D5.permission-check"), (_, make) => {
    for (const fold of [false, true]) {
      const small = countReads(...make(400), fold);
      const large = countReads(...make(800), fold);
      expect(small).toBeGreaterThan(0);
      expect(large).toBeLessThanOrEqual(2.1 * small);
      expect(large).toBeLessThanOrEqual(20 * 3200);
    }
  });
});

function countReads(pattern: string, source: string, fold: boolean): number {
  let reads = 0;
  const counting = (array: Uint32Array): ArrayLike<number> =>
    new Proxy(array, {
      get(target, key) {
        if (key !== "length") reads++;
        return Reflect.get(target, key);
      },
    });
  const text = new Text(source);
  const counted: CodePoints = { points: counting(text.points), folded: counting(text.folded) };
  new Pattern(pattern, fold).matches(counted);
  return reads;
}

/** Tries every split at every star. */
function exhaustive(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  if (pattern[0] === "*") return exhaustive(pattern.slice(1), text) || (text !== "" && exhaustive(pattern, text.slice(1)));
  if (text === "") return false;
  const characterClass = /^\[(!?)(\]?[^\]]*)\]/.exec(pattern);
  if (characterClass && characterClass[2] !== "") {
    const [whole, negation, members = ""] = characterClass;
    return isMember(members, text.charAt(0)) === (negation === "") && exhaustive(pattern.slice(whole.length), text.slice(1));
  }
  return (pattern[0] === "?" || pattern[0] === text[0]) && exhaustive(pattern.slice(1), text.slice(1));
}

function isMember(members: string, character: string): boolean {
  if (members === "") return false;
  if (members.length > 2 && members[1] === "-") {
    return (members.charAt(0) <= character && character <= members.charAt(2)) || isMember(members.slice(3), character);
  }
  return members[0] === character || isMember(members.slice(1), character);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
