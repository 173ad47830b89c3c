import { foldText } from "./fold.js";
import type { Token } from "./pattern-tokens.js";
import type { Text } from "./text.js";

/** A pattern of plain characters and runs only, matched on the text itself, without reading it into code points. */
export class PlainPattern {
  readonly #fold: boolean;
  readonly #first: string;
  readonly #middle: readonly Part[];
  /** Undefined where the pattern has no run: then the first part is the whole of it. */
  readonly #last: string | undefined;

  /** The pattern in this form; undefined where it holds more, or half of a surrogate pair, which would match half of a character. */
  static from(tokens: readonly Token[], fold: boolean): PlainPattern | undefined {
    const isPlain = tokens.every((token) => token === "run" || (typeof token === "number" && (token < 0xd800 || token > 0xdfff)));
    return isPlain ? new PlainPattern(tokens, fold) : undefined;
  }

  private constructor(tokens: readonly Token[], fold: boolean) {
    this.#fold = fold;
    const parts: string[] = [""];
    for (const token of tokens) {
      if (token === "run") parts.push("");
      else parts.push((parts.pop() ?? "") + String.fromCodePoint(token as number));
    }
    const [first = "", ...others] = fold ? parts.map(foldText) : parts;
    this.#first = first;
    this.#last = others.pop();
    this.#middle = others.filter((part) => part !== "").map((part) => new Part(part));
  }

  matches(given: Pick<Text, "source" | "foldedSource">): boolean {
    const text = this.#fold ? given.foldedSource : given.source;
    if (this.#last === undefined) return text === this.#first;
    const end = text.length - this.#last.length;
    let position = this.#first.length;
    if (position > end || !text.startsWith(this.#first) || !text.endsWith(this.#last)) return false;
    for (const part of this.#middle) {
      const found = part.find(text, position, end);
      if (found < 0) return false;
      position = found + part.length;
    }
    return true;
  }
}

/** A search of the engine may read each character once for each of the part; a longer part is found with the Knuth-Morris-Pratt algorithm. */
const shortLength = 32;

class Part {
  readonly #text: string;
  /** For each prefix, the length of its longest proper border. */
  readonly #borders: readonly number[];

  constructor(text: string) {
    this.#text = text;
    this.#borders = text.length > shortLength ? borders(text) : [];
  }

  get length(): number {
    return this.#text.length;
  }

  /** Where the part first stands at or after `start`, ending at or before `end`; -1 if nowhere. */
  find(text: string, start: number, end: number): number {
    if (this.length <= shortLength) {
      const found = text.indexOf(this.#text, start);
      return found + this.length <= end ? found : -1;
    }
    let matched = 0;
    for (let at = start; at < end; at++) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && this.#text.charCodeAt(matched) !== unit) matched = this.#borders[matched - 1] ?? 0;
      if (this.#text.charCodeAt(matched) === unit) matched++;
      if (matched === this.length) return at + 1 - matched;
    }
    return -1;
  }
}

function borders(text: string): number[] {
  const result = [0];
  let border = 0;
  for (let at = 1; at < text.length; at++) {
    while (border > 0 && text.charCodeAt(border) !== text.charCodeAt(at)) border = result[border - 1] ?? 0;
    if (text.charCodeAt(border) === text.charCodeAt(at)) border++;
    result.push(border);
  }
  return result;
}
