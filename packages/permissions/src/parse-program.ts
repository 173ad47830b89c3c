/** Why a program text is not a plain list of words. */
export type ProgramProblem =
  /** `;` `&` `|` `<` `>` `(` `)`, or a `!` that may negate or recall a command. */
  | "operator"
  /** `$` or a back-tick, outside single quotes. */
  | "substitution"
  /** `*` `?` `{` `}`, `[` with a `]` after it, `~` where a shell would put a folder. */
  | "expansion"
  /** A backslash, outside single quotes. */
  | "escape"
  /** `#` at the start of a word. */
  | "comment"
  /** `=` in the first word: a shell would set a variable and run the next word. */
  | "assignment"
  /** A line feed or carriage return, outside quotes. */
  | "newline"
  /** A quote that is never closed. */
  | "open_quote"
  /** A NUL or half of a surrogate pair, anywhere: no argument of a process can carry it. */
  | "unencodable";

/** The words of a program, or the first thing that makes it more than words; `at` is its index in UTF-16 code units. */
export type ParsedProgram =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly problem: ProgramProblem; readonly at: number };

const special: ReadonlyMap<string, ProgramProblem> = new Map([
  ...Array.from(";&|<>()", (character) => [character, "operator"] as const),
  ...Array.from("$`", (character) => [character, "substitution"] as const),
  ...Array.from("*?{}", (character) => [character, "expansion"] as const),
  ...Array.from("\n\r", (character) => [character, "newline"] as const),
  ["\\", "escape"],
]);
const specialAtStart: ReadonlyMap<string, ProgramProblem> = new Map([
  ["#", "comment"],
  ["~", "expansion"],
]);

/**
 * Splits a program text into words at spaces and tabs; quotes, single or double, make their content data. Whatever else a shell would read
 * as more than itself is refused, so the words are the same whether they are run as an argument vector or by a POSIX shell or bash. What is
 * judged is what runs. No words at all is fine here. (ADR-0012 D5)
 */
export function parseProgram(text: string): ParsedProgram {
  const unencodable = findUnencodable(text);
  if (unencodable >= 0) return { ok: false, problem: "unencodable", at: unencodable };
  const words: string[] = [];
  let word: string | undefined;
  let bracket = -1;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === " " || character === "\t") {
      if (word !== undefined) words.push(word);
      word = undefined;
      bracket = -1;
    } else if (character === "'" || character === '"') {
      const end = text.indexOf(character, at + 1);
      if (end < 0) return { ok: false, problem: "open_quote", at };
      const problem = character === '"' ? findInDoubleQuotes(text, at + 1, end) : undefined;
      if (problem) return problem;
      word = (word ?? "") + text.slice(at + 1, end);
      at = end;
    } else {
      if (character === "]" && bracket >= 0) return { ok: false, problem: "expansion", at: bracket };
      const problem = unquotedProblem(text, at, word === undefined, words.length === 0);
      if (problem) return { ok: false, problem, at };
      if (character === "[" && bracket < 0) bracket = at;
      word = (word ?? "") + character;
    }
  }
  if (word !== undefined) words.push(word);
  return { ok: true, words };
}

function unquotedProblem(text: string, at: number, startsWord: boolean, inFirstWord: boolean): ProgramProblem | undefined {
  const character = text.charAt(at);
  const previous = text.charAt(at - 1);
  if (startsWord && specialAtStart.has(character)) return specialAtStart.get(character);
  // As an argument of its own, or in "!=", it is itself, in an interactive shell too.
  if (startsWord && character === "!" && (inFirstWord || !["", " ", "\t", "="].includes(text.charAt(at + 1)))) return "operator";
  if (character === "=" && inFirstWord) return "assignment";
  // Where a word looks like an assignment, bash expands these too.
  if (character === "~" && (previous === "=" || previous === ":")) return "expansion";
  return special.get(character);
}

/** Double quotes leave `$`, back-tick and backslash their meaning in a shell. */
function findInDoubleQuotes(text: string, start: number, end: number): ParsedProgram | undefined {
  for (let at = start; at < end; at++) {
    const problem = special.get(text.charAt(at));
    if (problem === "substitution" || problem === "escape") return { ok: false, problem, at };
  }
  return undefined;
}

function findUnencodable(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) ?? 0;
    if (point === 0 || (point >= 0xd800 && point <= 0xdfff)) return at;
    if (point > 0xffff) at++;
  }
  return -1;
}
