import type { MatchedArgument } from "../tool-description.js";
import { kindsBy, type Language } from "./language.js";

const space = 0x20;
const quote = 0x22;
const backslash = 0x5c;
const slash = 0x2f;
const dot = 0x2e;
const special = new Set([quote, backslash, slash, dot, 0x7b, 0x7d]);

/** The texts, or a few more, that a tool's calls can have for rules that allow; undefined where any text may be one. */
export function exactTexts(matched: readonly MatchedArgument[] | undefined): Language | undefined {
  if (matched === undefined) return objects;
  const [only] = matched;
  if (matched.length !== 1 || only === undefined) return undefined;
  if (only.kind === "program") return programs;
  return only.kind === "path" ? paths : undefined;
}

/** From `{` to `}`. */
const objects = automaton([2], (state, point) => {
  if (state === 0) return point === 0x7b ? 1 : undefined;
  return point === 0x7d ? 2 : 1;
});

/** Words with one space between: 0 at the start, 1 after a space, 2 in a word, 3 in quotes, 4 after a backslash, 5 after the quotes. */
const programs = automaton([0, 2, 5], (state, point) => {
  const isBlank = point === space || (point >= 0x09 && point <= 0x0d);
  switch (state) {
    case 0:
    case 1:
      return point === quote ? 3 : isBlank ? undefined : 2;
    case 2:
      return point === space ? 1 : isBlank || point === quote ? undefined : 2;
    case 3:
      return point === quote ? 5 : point === backslash ? 4 : point < space ? undefined : 3;
    case 4:
      return 3;
    default:
      return point === space ? 1 : undefined;
  }
});

/**
 * Paths in their normal form: 0 at the start, 1 after the first slash of an absolute one, 2 in a name, 3 after a slash. `.` is only part of
 * names (4 one, 5 two so far); `..` is a name only at the start of a relative path (6 one dot, 7 two, 8 the slash after).
 */
const paths = automaton([0, 1, 2, 3, 7, 8], (state, point) => {
  if (point === 0) return undefined;
  const inName = point === slash ? 3 : 2;
  switch (state) {
    case 0:
    case 8:
      return point === slash ? (state === 0 ? 1 : undefined) : point === dot ? 6 : 2;
    case 1:
    case 3:
      return point === slash ? undefined : point === dot ? 4 : 2;
    case 2:
      return inName;
    case 4:
      return point === slash ? undefined : point === dot ? 5 : 2;
    case 5:
      return point === slash ? undefined : 2;
    case 6:
      return point === slash ? undefined : point === dot ? 7 : 2;
    default:
      return point === slash ? 8 : 2;
  }
});

function automaton(ends: readonly number[], step: (state: number, point: number) => number | undefined): Language {
  return {
    start: 0,
    isEnd: (state) => ends.includes(state),
    next: (state, point) => {
      const after = step(state, point);
      return after === undefined ? [] : [after];
    },
    kinds: kindsBy((point) => (point <= space || special.has(point) ? point : null)),
  };
}
