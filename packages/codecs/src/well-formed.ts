import type { Json } from "@acta/messages";
import { isList, isObject } from "./json-value.js";

/** Half a character, which is no Unicode: providers refuse a request that has one. */
const loneSurrogate = /\p{Cs}/gu;

/** The text with U+FFFD for each half of a character. */
export function wellFormedText(text: string): string {
  return text.replace(loneSurrogate, "\uFFFD");
}

/** The same for all text in a value, keys included; a value that needs no change is itself. */
export function wellFormed(value: Json): Json {
  if (typeof value === "string") return wellFormedText(value);
  // JSON text escapes lone surrogates, and nothing else, in this way.
  if (typeof value !== "object" || value === null || !/\\ud[89a-f]/.test(JSON.stringify(value))) return value;
  return replaced(value);
}

function replaced(value: Json): Json {
  if (typeof value === "string") return wellFormedText(value);
  if (isList(value)) return value.map(replaced);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [wellFormedText(key), replaced(member ?? null)]));
}
