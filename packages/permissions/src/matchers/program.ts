import { parseProgram } from "../parse-program.js";
import { Pattern } from "../pattern.js";
import { Text } from "../text.js";
import { truth } from "../truth.js";
import type { Test } from "./test.js";

const anyWords = "**";

/**
 * `program`: a command line whose words match these patterns one by one; `**` is any number of words. A line that is more than words (a chain, a
 * substitution, an open quote) is unclear. To deny or escalate, the name of the program also counts without its folder.
 */
export function program(patterns: readonly string[], wide: boolean): Test {
  const parts = splitAtAnyWords(patterns, wide);
  return (value) => {
    const parsed = typeof value === "string" ? parseProgram(value) : undefined;
    if (!parsed?.ok) return "unclear";
    const words = parsed.words.map((word) => new Text(word));
    if (matchesWords(parts, words)) return "yes";
    const [file = ""] = parsed.words;
    if (!wide || !file.includes("/")) return "no";
    return truth(matchesWords(parts, [new Text(file.slice(file.lastIndexOf("/") + 1)), ...words.slice(1)]));
  };
}

function splitAtAnyWords(patterns: readonly string[], wide: boolean): Pattern[][] {
  const parts: Pattern[][] = [[]];
  for (const pattern of patterns) {
    if (pattern === anyWords) parts.push([]);
    else parts.at(-1)?.push(new Pattern(pattern, wide));
  }
  return parts;
}

/** As in `Pattern`: each part takes the first place after the part before it. */
function matchesWords(parts: readonly (readonly Pattern[])[], words: readonly Text[]): boolean {
  const [first = [], ...others] = parts;
  const last = others.pop();
  if (last === undefined) return words.length === first.length && standsAt(first, words, 0);
  const end = words.length - last.length;
  let position = first.length;
  if (position > end || !standsAt(first, words, 0) || !standsAt(last, words, end)) return false;
  for (const part of others) {
    while (position + part.length <= end && !standsAt(part, words, position)) position++;
    if (position + part.length > end) return false;
    position += part.length;
  }
  return true;
}

const standsAt = (part: readonly Pattern[], words: readonly Text[], start: number): boolean =>
  part.every((pattern, index) => pattern.matches(words[start + index] ?? new Text("")));
