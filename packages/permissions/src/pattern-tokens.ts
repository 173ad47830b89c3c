/** `[a-z]`, or `[!a-z]` when negated. Ranges are inclusive; a reversed one holds nothing. */
export interface CharacterClass {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** One element of a pattern: a run of any length, one character of any kind, one of a class, or exactly this code point. */
export type Token = "run" | "one" | CharacterClass | number;

const point = (character: string | undefined) => character?.codePointAt(0) ?? 0;

/** Reads a pattern. Every text is a pattern: a `[` that is never closed stands for itself. */
export function tokenize(pattern: string): Token[] {
  const characters = Array.from(pattern);
  const closings = nextClosings(characters);
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at];
    const negated = characters[at + 1] === "!";
    const first = at + (negated ? 2 : 1);
    // A "]" right after the opening belongs to the class.
    const closing = character === "[" ? (closings[first + 1] ?? -1) : -1;
    if (character === "*") tokens.push("run");
    else if (character === "?") tokens.push("one");
    else if (closing < 0) tokens.push(point(character));
    else {
      tokens.push({ negated, ranges: readRanges(characters.slice(first, closing)) });
      at = closing;
    }
  }
  return tokens;
}

/** For each position the next "]" at or after it, or -1; found in one pass, so that many unclosed "[" stay cheap. */
function nextClosings(characters: readonly string[]): readonly number[] {
  const closings: number[] = new Array(characters.length).fill(-1);
  let closing = -1;
  for (let at = characters.length - 1; at >= 0; at--) {
    if (characters[at] === "]") closing = at;
    closings[at] = closing;
  }
  return closings;
}

function readRanges(members: readonly string[]): CharacterClass["ranges"] {
  const ranges: [number, number][] = [];
  for (let at = 0; at < members.length; at++) {
    const from = point(members[at]);
    const isRange = members[at + 1] === "-" && at + 2 < members.length;
    ranges.push([from, isRange ? point(members[at + 2]) : from]);
    if (isRange) at += 2;
  }
  return ranges;
}
