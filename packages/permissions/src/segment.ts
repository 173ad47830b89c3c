import { foldCodePoint, raiseCodePoint } from "./fold.js";
import type { CharacterClass, Token } from "./pattern-tokens.js";
import type { CodePoints } from "./text.js";

/**
 * The part of a pattern between two runs. Plain characters are found with the Knuth-Morris-Pratt algorithm: each character of the text is
 * read once, whatever the part is. A part with `?` or a class tries each place, at most its own length of characters at each.
 */
export class Segment {
  readonly #tokens: readonly Exclude<Token, "run">[];
  readonly #fold: boolean;
  /** For each prefix of plain characters, the length of its longest proper border; undefined where the part is not plain. */
  readonly #borders: readonly number[] | undefined;

  constructor(tokens: readonly Exclude<Token, "run">[], fold: boolean) {
    this.#fold = fold;
    this.#tokens = fold ? tokens.map((token) => (typeof token === "number" ? foldCodePoint(token) : token)) : tokens;
    this.#borders = tokens.every((token) => typeof token === "number") ? borders(this.#tokens) : undefined;
  }

  get length(): number {
    return this.#tokens.length;
  }

  /** Whether the part stands at this place of the text. */
  matchesAt(text: CodePoints, start: number): boolean {
    return this.#tokens.every((token, index) => this.#accepts(token, text, start + index));
  }

  /** Where the part first stands at or after `start`, ending at or before `end`; -1 if nowhere. */
  find(text: CodePoints, start: number, end: number): number {
    if (this.#borders) return this.#findPlain(this.#borders, this.#fold ? text.folded : text.points, start, end);
    // What did not fit last time is looked at first: a long part that fails at its end everywhere is not read again from its start.
    let doubtful = 0;
    for (let at = start; at + this.length <= end; at++) {
      if (!this.#fits(doubtful, text, at)) continue;
      const failing = this.#tokens.findIndex((_, index) => !this.#fits(index, text, at));
      if (failing < 0) return at;
      doubtful = failing;
    }
    return -1;
  }

  #findPlain(known: readonly number[], points: ArrayLike<number>, start: number, end: number): number {
    let matched = 0;
    for (let at = start; at < end; at++) {
      const point = points[at];
      while (matched > 0 && this.#tokens[matched] !== point) matched = known[matched - 1] ?? 0;
      if (this.#tokens[matched] === point) matched++;
      if (matched === this.length) return at + 1 - matched;
    }
    return -1;
  }

  #fits(index: number, text: CodePoints, start: number): boolean {
    const token = this.#tokens[index];
    return token === undefined || this.#accepts(token, text, start + index);
  }

  #accepts(token: Exclude<Token, "run">, text: CodePoints, at: number): boolean {
    if (token === "one") return true;
    if (typeof token === "number") return (this.#fold ? text.folded[at] : text.points[at]) === token;
    const point = text.points[at] ?? 0;
    // A negated class keeps its case: to fold what it excludes would narrow it, to accept any variant would empty it of meaning.
    if (!this.#fold || token.negated) return includes(token, point);
    const folded = text.folded[at] ?? 0;
    return includes(token, point) || includes(token, folded) || includes(token, raiseCodePoint(folded));
  }
}

function includes({ negated, ranges }: CharacterClass, point: number): boolean {
  return ranges.some(([from, to]) => from <= point && point <= to) !== negated;
}

function borders(tokens: readonly unknown[]): number[] {
  const result = [0];
  let border = 0;
  for (let at = 1; at < tokens.length; at++) {
    while (border > 0 && tokens[border] !== tokens[at]) border = result[border - 1] ?? 0;
    if (tokens[border] === tokens[at]) border++;
    result.push(border);
  }
  return result;
}
