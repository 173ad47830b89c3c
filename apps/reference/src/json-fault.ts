/** White space, then a token of JSON; an empty one at the end of the text, and where there is none. */
const tokens =
  /[ \t\n\r]*([[\]{}:,]|"[ -!#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ -!#-[\]-\uffff]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|)/gy;

type Expected = "value" | "value or ]" | "key" | "key or }" | "colon" | "comma or end";

/** A longer text, in UTF-16 code units, is not looked through: nobody edits it by hand. */
const longestText = 2_000_000;

/**
 * Where a text ceases to be JSON, in lines and characters from 1, as editors count: not every engine says it. Of a string without an end that
 * is its start. Null for JSON, and for a text of more than two million code units.
 */
export function jsonFault(text: string): { readonly line: number; readonly column: number } | null {
  const at = text.length > longestText ? null : faultAt(text);
  if (at === null) return null;
  const lines = text.slice(0, at).split(/\r\n|\n|\r/);
  return { line: lines.length, column: [...(lines.at(-1) ?? "")].length + 1 };
}

/** That a text is not JSON, and where: the end of a sentence. */
export function notJson(text: string): string {
  const fault = jsonFault(text);
  return fault === null ? "not JSON" : `not JSON at line ${fault.line}, column ${fault.column}`;
}

function faultAt(text: string): number | null {
  const open: string[] = [];
  let expected: Expected | null = "value";
  for (const { 0: all, 1: token = "", index } of text.matchAll(tokens)) {
    const at = index + all.length - token.length;
    if (token === "") return at === text.length && expected === "comma or end" && open.length === 0 ? null : at;
    expected = after(token, expected, open);
    if (expected === null) return at;
  }
  return text.length;
}

/** What may follow a token; null where it does not fit. */
function after(token: string, expected: Expected, open: string[]): Expected | null {
  switch (expected) {
    case "colon":
      return token === ":" ? "value" : null;
    case "key or }":
      if (token === "}") return close("{", open);
      return token.startsWith('"') ? "colon" : null;
    case "key":
      return token.startsWith('"') ? "colon" : null;
    case "comma or end":
      if (token === ",") return open.length === 0 ? null : open.at(-1) === "{" ? "key" : "value";
      if (token === "}") return close("{", open);
      return token === "]" ? close("[", open) : null;
    default:
      if (token === "]" && expected === "value or ]") return close("[", open);
      return afterStart(token, open);
  }
}

function afterStart(token: string, open: string[]): Expected | null {
  if (token === "{" || token === "[") {
    open.push(token);
    return token === "{" ? "key or }" : "value or ]";
  }
  return "]}:,".includes(token) ? null : "comma or end";
}

const close = (bracket: string, open: string[]): Expected | null => (open.pop() === bracket ? "comma or end" : null);
