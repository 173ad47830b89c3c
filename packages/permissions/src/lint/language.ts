import { foldCodePoint } from "../fold.js";
import { type Token, tokenize } from "../pattern-tokens.js";
import { Segment } from "../segment.js";

/** All texts that a pattern matches, as an automaton: state n is before its n-th token. */
export interface Language {
  readonly start: number;
  readonly isEnd: (state: number) => boolean;
  /** The states after one more code point. */
  readonly next: (state: number, point: number) => readonly number[];
  /** Equal for code points that it can't tell apart. */
  readonly kindOf: (point: number) => string;
}

/**
 * One code point for each way in which patterns of ASCII characters can tell them apart: all of ASCII, the two others that fold to it, and one
 * for the rest. Printable ones first, so that texts that are found are easy to read.
 */
const ascii = Array.from({ length: 128 }, (_, point) => point);
const isReadable = (point: number) => (point >= 0x61 && point <= 0x7a) || point === 0x2f;
const alphabet: readonly number[] = [
  ...ascii.filter(isReadable),
  ...ascii.filter((point) => !isReadable(point) && point >= 0x20 && point < 0x7f),
  ...ascii.filter((point) => point < 0x20 || point === 0x7f),
  0x17f,
  0x212a,
  0xe9,
];

/** One code point for each way in which these languages can tell them apart. */
export function alphabetOf(languages: readonly Language[]): number[] {
  const byKind = new Map<string, number>();
  for (const point of alphabet) {
    const kind = languages.map(({ kindOf }) => kindOf(point)).join();
    if (!byKind.has(kind)) byKind.set(kind, point);
  }
  return [...byKind.values()];
}

/** Undefined for patterns that the alphabet can't tell apart, and for long ones, where an answer would take too long. */
export function patternLanguage(pattern: string, fold: boolean): Language | undefined {
  if (pattern.length > 200 || Array.from(pattern).some((character) => (character.codePointAt(0) ?? 0) > 0x7f)) return undefined;
  const tokens = tokenize(pattern);
  const accepts = tokens.map((token) => acceptedPoints(token, fold));
  const skipRuns = (state: number): number[] => [state, ...(tokens[state] === "run" ? skipRuns(state + 1) : [])];
  return {
    start: 0,
    isEnd: (state) => tokens.slice(state).every((token) => token === "run"),
    next: (state, point) => skipRuns(state).flatMap((at) => (tokens[at] === "run" ? [at] : accepts[at]?.has(point) ? [at + 1] : [])),
    kindOf: (point) => accepts.map((points) => (points.has(point) ? 1 : 0)).join(""),
  };
}

function acceptedPoints(token: Token, fold: boolean): ReadonlySet<number> {
  if (token === "run") return new Set();
  const segment = new Segment([token], fold);
  return new Set(alphabet.filter((point) => segment.matchesAt({ points: [point], folded: [foldCodePoint(point)] }, 0)));
}
