import { isTimeout, withinTime } from "./within-time.js";

/** Milliseconds that one search may spend on matching; a pattern that needs more counts as hostile. */
const defaultTimeMs = 1_000;

export interface SearchOptions {
  readonly ignoreCase: boolean;
  /** The pattern sees the whole text, and `.` line ends too; otherwise it sees one line at a time. */
  readonly multiline: boolean;
  readonly timeMs?: number | undefined;
}

/** Finds lines by a regular expression of JavaScript, within bounded time over all texts together. */
export class LineFinder {
  readonly #expression: RegExp;
  readonly #multiline: boolean;
  readonly #timeMs: number;
  #leftMs: number;

  /** Throws a sentence where the pattern is no regular expression. */
  constructor(pattern: string, { ignoreCase, multiline, timeMs = defaultTimeMs }: SearchOptions) {
    try {
      this.#expression = new RegExp(pattern, `${ignoreCase ? "i" : ""}${multiline ? "gms" : ""}`);
    } catch (cause) {
      throw new Error("The pattern is not a regular expression of JavaScript.", { cause });
    }
    this.#multiline = multiline;
    this.#timeMs = timeMs;
    this.#leftMs = timeMs;
  }

  /** The indexes of the lines that match, ascending. Throws when the time for all texts is used up. */
  find(lines: readonly string[]): readonly number[] {
    const started = performance.now();
    try {
      return withinTime(this.#leftMs, () => (this.#multiline ? this.#findInText(lines) : this.#findInLines(lines)));
    } catch (cause) {
      if (!isTimeout(cause)) throw new Error("The pattern cannot be used.", { cause });
      throw new Error(`The search took longer than ${this.#timeMs} ms; the pattern is too slow for these files.`, { cause });
    } finally {
      this.#leftMs -= performance.now() - started;
    }
  }

  #findInLines(lines: readonly string[]): readonly number[] {
    return lines.flatMap((line, index) => (this.#expression.test(line) ? [index] : []));
  }

  #findInText(lines: readonly string[]): readonly number[] {
    const ends: number[] = [];
    for (const line of lines) ends.push((ends.at(-1) ?? -1) + 1 + line.length);
    let current = 0;
    const lineAt = (offset: number) => {
      while (current < ends.length - 1 && offset > (ends[current] ?? 0)) current++;
      return current;
    };
    const found = new Set<number>();
    for (const { index, 0: text } of lines.join("\n").matchAll(this.#expression)) {
      const first = lineAt(index);
      const last = lineAt(index + Math.max(text.length - 1, 0));
      for (let line = first; line <= last; line++) found.add(line);
    }
    return [...found];
  }
}
