import { type Token, tokenize } from "./pattern-tokens.js";
import { PlainPattern } from "./plain-pattern.js";
import { Segment } from "./segment.js";
import { type CodePoints, Text } from "./text.js";

/** A pattern, read once. With `fold` it accepts everything that it accepts without, and the same in any case. */
export class Pattern {
  /** Accepts any text whatever, so the text need not be looked at. */
  readonly acceptsAll: boolean;
  readonly #plain: PlainPattern | undefined;
  readonly #first: Segment;
  readonly #middle: readonly Segment[];
  /** Undefined where the pattern has no run: then the first part is the whole of it. */
  readonly #last: Segment | undefined;

  constructor(source: string, fold = false) {
    const tokens = tokenize(source);
    this.#plain = PlainPattern.from(tokens, fold);
    const [first = [], ...others] = splitAtRuns(tokens);
    const last = others.pop();
    this.#first = new Segment(first, fold);
    this.#middle = others.filter((part) => part.length > 0).map((part) => new Segment(part, fold));
    this.#last = last && new Segment(last, fold);
    this.acceptsAll = tokens.length > 0 && tokens.every((token) => token === "run");
  }

  /**
   * Each part between two runs takes the first place after the part before it: if the text matches at all, it matches so, and no place
   * is tried again.
   */
  matches(text: CodePoints): boolean {
    if (this.#plain && text instanceof Text) return this.#plain.matches(text);
    const length = text.points.length;
    if (this.#last === undefined) return length === this.#first.length && this.#first.matchesAt(text, 0);
    const end = length - this.#last.length;
    let position = this.#first.length;
    if (position > end || !this.#first.matchesAt(text, 0) || !this.#last.matchesAt(text, end)) return false;
    for (const part of this.#middle) {
      const found = part.find(text, position, end);
      if (found < 0) return false;
      position = found + part.length;
    }
    return true;
  }
}

/**
 * Whether the whole text matches the pattern, exactly and with case. `*` is any run of characters (spaces and slashes too), `?` one
 * character (a code point), `[abc]`, `[a-z]` and `[!a-z]` one of a class or none of it; anything else, a `[` without its `]` included,
 * is itself. `[*]` is a star. Time is linear in the text.
 */
export function matchPattern(pattern: string, text: string): boolean {
  return patternMatcher(pattern)(text);
}

/** `matchPattern` for many texts: the pattern is read once. */
export function patternMatcher(pattern: string): (text: string) => boolean {
  const compiled = new Pattern(pattern);
  return (text) => compiled.matches(new Text(text));
}

function splitAtRuns(tokens: readonly Token[]): Exclude<Token, "run">[][] {
  const parts: Exclude<Token, "run">[][] = [[]];
  for (const token of tokens) {
    if (token === "run") parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}
