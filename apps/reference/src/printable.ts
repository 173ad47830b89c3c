/** Control characters, invisible ones, those that change the direction of text, and what has no meaning: nothing of it reaches a terminal. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu;

/** Text that came from outside, on one line, safe to print: what could fool a terminal or its reader is written as `\u{…}`. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => {
    if (character === "\n") return "\\n";
    if (character === "\t") return "\\t";
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}

/** JSON text of a value, with the same characters escaped as JSON escapes them; in several lines where there is an indentation. */
export function printableJson(value: unknown, indentation = 0): string {
  const escaped = (character: string) =>
    Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`).join("");
  return JSON.stringify(value, null, indentation).replace(unprintable, (character) => (character === "\n" ? "\n" : escaped(character)));
}

/** The message of whatever was thrown, and those of its causes. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return printable(String(error));
  const message = printable(error.message);
  return error.cause instanceof Error ? `${message} (${describeError(error.cause)})` : message;
}
