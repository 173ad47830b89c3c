import { foldCodePoint } from "../fold.js";
import { type Token, tokenize } from "../pattern-tokens.js";
import { Segment } from "../segment.js";

/** All texts that a pattern matches, as an automaton: state n is before its n-th token. */
export interface Language {
  readonly start: number;
  /** States are below `stateLimit`. */
  readonly isEnd: (state: number) => boolean;
  /** Whether what may follow in an earlier state may follow in this one too. */
  readonly includesEarlier?: (state: number) => boolean;
  /** The states after one more code point. */
  readonly next: (state: number, point: number) => readonly number[];
  /** For each code point of the alphabet a number below its size, equal for those that can't be told apart. */
  readonly kinds: readonly number[];
}

/** Above any state. */
export const stateLimit = 1_024;

/**
 * One code point for each way in which patterns of ASCII characters can tell them apart: all of ASCII, the two others that fold to it, and one
 * for the rest. Printable ones first, so that texts that are found are easy to read.
 */
const ascii = Array.from({ length: 128 }, (_, point) => point);
const isReadable = (point: number) => (point >= 0x61 && point <= 0x7a) || point === 0x2f;
/** Stands for all that no pattern of ASCII characters names. */
export const otherPoint = 0xe9;
const alphabet: readonly number[] = [
  ...ascii.filter(isReadable),
  ...ascii.filter((point) => !isReadable(point) && point >= 0x20 && point < 0x7f),
  ...ascii.filter((point) => point < 0x20 || point === 0x7f),
  0x17f,
  0x212a,
  otherPoint,
];

const indistinct: readonly number[] = alphabet.map(() => 0);

/** `Language.kinds` by a value that is equal for code points that can't be told apart. */
export const kindsBy = (kindOf: (point: number) => unknown): readonly number[] => numbered(alphabet.map(kindOf));

/** One code point for each way in which these languages can tell them apart. */
export function alphabetOf(languages: readonly Language[]): number[] {
  const kinds = languages.map((language) => language.kinds).reduce(refined, indistinct);
  const first: number[] = [];
  alphabet.forEach((point, index) => {
    first[kinds[index] ?? 0] ??= point;
  });
  return first;
}

function refined(some: readonly number[], others: readonly number[]): readonly number[] {
  return numbered(some.map((kind, index) => kind * alphabet.length + (others[index] ?? 0)));
}

/** Each value as the number of others before it came first. */
function numbered(values: readonly unknown[]): readonly number[] {
  const numbers = new Map<unknown, number>();
  return values.map((value) => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    numbers.set(value, numbers.size);
    return numbers.size - 1;
  });
}

/** Undefined for patterns that the alphabet can't tell apart, and for long ones, where an answer would take too long. */
export function patternLanguage(pattern: string, fold: boolean): Language | undefined {
  if (pattern.length > 200 || /\P{ASCII}/u.test(pattern)) return undefined;
  const tokens = tokenize(pattern);
  const accepts = tokens.map((token) => acceptedPoints(token, fold));
  const firstEnd = tokens.length - countEndRuns(tokens);
  return {
    start: 0,
    isEnd: (state) => state >= firstEnd,
    includesEarlier: (state) => tokens[state] === "run",
    next: (state, point) => {
      const after: number[] = [];
      let at = state;
      for (; tokens[at] === "run"; at++) after.push(at);
      if (accepts[at]?.has(point)) after.push(at + 1);
      return after;
    },
    kinds: Array.from(new Set(accepts), kindsOf).reduce(refined, indistinct),
  };
}

const countEndRuns = (tokens: readonly Token[]): number => tokens.length - 1 - tokens.findLastIndex((token) => token !== "run");

const kindsOf = (points: ReadonlySet<number>): readonly number[] => alphabet.map((point) => (points.has(point) ? 1 : 0));

const none: ReadonlySet<number> = new Set();
const all: ReadonlySet<number> = new Set(alphabet);
/** By the token, or its negative where it is folded: patterns have most of them in common. */
const ofCharacter = new Map<number, ReadonlySet<number>>();

function acceptedPoints(token: Token, fold: boolean): ReadonlySet<number> {
  if (token === "run") return none;
  if (token === "one") return all;
  if (typeof token !== "number") return matchedPoints(token, fold);
  const key = fold ? ~token : token;
  const points = ofCharacter.get(key) ?? matchedPoints(token, fold);
  ofCharacter.set(key, points);
  return points;
}

function matchedPoints(token: Exclude<Token, "run">, fold: boolean): ReadonlySet<number> {
  const segment = new Segment([token], fold);
  return new Set(alphabet.filter((point) => segment.matchesAt({ points: [point], folded: [foldCodePoint(point)] }, 0)));
}
