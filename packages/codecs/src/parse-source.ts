import type { Json } from "@acta/messages";
import { CodecError } from "./codec-error.js";
import { limitDepth } from "./json-value.js";

export interface Source {
  readonly value: Json;
  /** The line of each member of `value`, from 1, where the source is JSON lines; null where it is one JSON value. */
  readonly lineNumbers: readonly number[] | null;
}

/** JSON, or JSON lines: blank lines, CRLF and a byte order mark are passed over. Throws `not_json`, `too_deep`. */
export function parseSource(text: string): Source {
  const content = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const whole = parse(content);
  if ("value" in whole) return { value: limitDepth(whole.value), lineNumbers: null };
  const lines = filledLines(content);
  // The first lines of one broken, pretty-printed value are no values either.
  if (lines.slice(0, 2).every(({ line }) => "cause" in parse(line))) {
    throw new CodecError("not_json", "The text is neither JSON nor JSON lines.", { cause: whole.cause });
  }
  return {
    value: lines.map(({ line, number }) => parseLine(line, number, number === lines.at(-1)?.number)),
    lineNumbers: lines.map(({ number }) => number),
  };
}

/** One by one: a text may be nothing but line ends. */
function filledLines(content: string): readonly { readonly line: string; readonly number: number }[] {
  const lines: { readonly line: string; readonly number: number }[] = [];
  let number = 0;
  for (const line of content.split("\n")) {
    number += 1;
    if (line.trim() !== "") lines.push({ line, number });
  }
  return lines;
}

function parseLine(text: string, line: number, isLast: boolean): Json {
  const parsed = parse(text);
  if ("value" in parsed) return limitDepth(parsed.value, line);
  const hint = isLast
    ? ", the last, is not JSON: the log may have been cut off while it was written; remove this line to read the rest"
    : " is not JSON";
  throw new CodecError("not_json", `Line ${line}${hint}.`, { cause: parsed.cause, line });
}

function parse(text: string): { readonly value: Json } | { readonly cause: unknown } {
  try {
    return { value: JSON.parse(text) as Json };
  } catch (cause) {
    return { cause };
  }
}
