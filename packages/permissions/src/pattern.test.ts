import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { matchPattern, Pattern, patternMatcher } from "./pattern.js";
import { tokenize } from "./pattern-tokens.js";
import { PlainPattern } from "./plain-pattern.js";
import { type CodePoints, Text } from "./text.js";

// ACTA_CASES=200000 npx vitest run packages/permissions/src/pattern.test.ts, for all of them.
const cases = Number(process.env.ACTA_CASES ?? 20_000);
const timeout = 5_000 + cases / 5;

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

  test("is what a matcher by exhaustion says", { ...verifies("D5.permission-check"), timeout }, () => {
    const random = seeded(7);
    const text = (alphabet: string, most: number) =>
      Array.from({ length: Math.floor(random() * (most + 1)) }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join("");
    let matching = 0;
    for (let index = 0; index < cases; index++) {
      const pattern = text("ab**?[]!-", 8);
      const subject = text("aab-]", 8);
      const expected = exhaustive(pattern, subject);
      if (matchPattern(pattern, subject) !== expected)
        throw new Error(`${JSON.stringify(pattern)} on ${JSON.stringify(subject)} is ${expected}`);
      if (expected) matching++;
    }
    expect(matching).toBeGreaterThan(1000);
  });

  test("is the same whether a text is read at once or by code points", { timeout }, () => {
    const random = seeded(13);
    const text = (pieces: readonly string[], most: number) =>
      Array.from({ length: Math.floor(random() * (most + 1)) }, () => pieces[Math.floor(random() * pieces.length)]).join("");
    const pieces = ["a", "A", "b", "\u017f", "s", "\u{1f600}", "\ud83d", "\ude00", "\u212a", "abababababab", "abababababac"];
    let matching = 0;
    for (let index = 0; index < cases / 2; index++) {
      const [pattern, subject, fold] = [text([...pieces, "*", "*", "*"], 7), text(pieces, 9), random() < 0.5];
      const whole = new Text(subject);
      const matcher = new Pattern(pattern, fold);
      const expected = matcher.matches({ points: whole.points, folded: whole.folded });
      expect([pattern, subject, fold, matcher.matches(whole)]).toEqual([pattern, subject, fold, expected]);
      if (expected) matching++;
    }
    expect(matching).toBeGreaterThan(cases / 50);
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

/** Pattern and text of a size, made so that a careless matcher would try again and again. */
const hostile: readonly (readonly [string, (size: number) => readonly [pattern: string, text: string]])[] = [
  ["many runs, no end", (n) => [`${"a*".repeat(n)}b`, "a".repeat(2 * n)]],
  ["many runs before the end", (n) => [`${"*a".repeat(n)}*b`, "a".repeat(n)]],
  ["few runs, long text", (n) => ["a*a*a*a*b", "a".repeat(n)]],
  ["few runs, an end that fits", (n) => ["*a*a*a*c*b", `${"a".repeat(n)}b`]],
  ["a long part that almost fits", (n) => [`*${"a".repeat(n)}b*c`, `${"a".repeat(4 * n)}c`]],
  ["a periodic part that almost fits", (n) => [`*${"ab".repeat(n)}c*`, "ab".repeat(4 * n)]],
  ["two long parts that share an end", (n) => [`*${"ab".repeat(n)}*${"ba".repeat(n)}x`, "ab".repeat(4 * n)]],
  ["a part of moderate length", (n) => [`*${"a".repeat(40)}b*`, "a".repeat(n)]],
  ["a short part with a wildcard", (n) => ["*a?a?a[ab]b*c", `${"a".repeat(n)}c`]],
  ["a long part with wildcards", (n) => [`*${"?".repeat(n)}b*`, "a".repeat(4 * n)]],
  ["a long part of classes", (n) => [`*${"[ab]".repeat(n)}[cd]*x`, `${"ab".repeat(2 * n)}x`]],
  ["classes", (n) => ["*[a-f][!x][a-z]*[0-9]*[!a]", "abcdef".repeat(n)]],
  ["unclosed brackets", (n) => [`*${"[".repeat(n)}a*b`, `${"[".repeat(n)}b`]],
  ["nothing but runs", (n) => ["*".repeat(n), "a".repeat(n)]],
];

describe("doubling a hostile text and pattern costs at most 2.5 times the steps", () => {
  test.each(hostile)("%s", verifies("D5.permission-check"), (_, make) => {
    for (const fold of [false, true]) {
      for (const count of [countReads, countSteps]) {
        const small = count(...make(400), fold);
        const large = count(...make(800), fold);
        expect(large).toBeLessThanOrEqual(2.5 * small + 10);
        expect(large).toBeLessThanOrEqual(20 * 6400);
      }
    }
  });

  test("more than twelve families; the counts see a matcher that tries again, and one that reads", () => {
    expect(hostile.length).toBeGreaterThan(12);
    const [small, large] = [400, 800].map((size) => new CountingText("a".repeat(size))).map((text) => [tryAgain(text), text.steps]);
    expect(large?.[1]).toBeGreaterThan(3.5 * Number(small?.[1]));
    for (const count of [countReads, countSteps]) expect(count("*ab*x*c", `${"aab".repeat(100)}c`, false)).toBeGreaterThan(100);
  });

  test.runIf(process.env.ACTA_CASES)("and at most 2.5 times the time", { timeout: 120_000 }, () => {
    const grown = hostile.map(([name, make]) => [name, growth([20_000, 40_000].map((size) => prepare(...make(size))))] as const);
    console.log(grown.map(([name, factor]) => `TIME ${factor.toFixed(2)}x ${name}`).join("\n"));
    expect(grown.filter(([, factor]) => factor > 2.5)).toEqual([]);
  });
});

/** A pattern that was read before, as in a policy, and a text that comes with a call. */
function prepare(pattern: string, text: string): () => boolean {
  const matches = patternMatcher(pattern);
  return () => matches(text);
}

/** How much longer the second takes. The quickest of many turns: other work on the machine only ever adds. */
function growth(runs: readonly (() => unknown)[]): number {
  const least = runs.map(() => Number.POSITIVE_INFINITY);
  const factor = () => Number(least[1]) / Number(least[0]);
  for (let turn = 0; turn < 100 && (turn < 10 || factor() > 2.2); turn++) {
    for (const [index, run] of runs.entries()) {
      const start = performance.now();
      for (let again = 0; again < 5; again++) run();
      least[index] = Math.min(least[index] ?? 0, performance.now() - start);
    }
  }
  return factor();
}

/** Looks for "a…ab" at every place, from its start. */
function tryAgain(text: CountingText): boolean {
  for (let start = 0; start < text.length; start++) {
    let at = start;
    while (text.charCodeAt(at) === 97) at++;
    if (text.charCodeAt(at) === 98) return true;
  }
  return false;
}

/** A text that counts what is read of it; a search counts as if each place was compared with all that is sought. */
class CountingText {
  steps = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }
  get length(): number {
    return this.#text.length;
  }
  charCodeAt(at: number): number {
    this.steps++;
    return this.#text.charCodeAt(at);
  }
  startsWith(start: string): boolean {
    this.steps += start.length;
    return this.#text.startsWith(start);
  }
  endsWith(end: string): boolean {
    this.steps += end.length;
    return this.#text.endsWith(end);
  }
  indexOf(part: string, start: number): number {
    const found = this.#text.indexOf(part, start);
    this.steps += ((found < 0 ? this.#text.length : found + part.length) - start) * part.length;
    return found;
  }
}

function countSteps(pattern: string, source: string, fold: boolean): number {
  const text = new CountingText(source);
  PlainPattern.from(tokenize(pattern), fold)?.matches({ source: text, foldedSource: text } as never);
  return text.steps;
}

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
