import { canonicalJson, digest, type Json, type JsonObject } from "@acta/governance";
import { firstCodePoints } from "./summary.js";

/** Code points of a result that stay in the record when the whole is too long. */
const startLength = 1_000;

/** What is stored in place of a result that is too long: its length in UTF-16 code units of canonical JSON, its SHA-256, and its start. */
export type TruncatedResult = { readonly truncated: true; readonly length: number; readonly sha256: string; readonly start: string };

/** Bytes of a code point in UTF-8. */
const longestCodePoint = 4;

/** The JSON text of a number has at most 24 characters, and an escaped character six. */
const longestNumber = 24;
const longestEscape = 6;

/** A value as it is stored: itself where its canonical JSON text, written only where that is in doubt, is not longer than `limit`, nor, in UTF-8, than `maxBytes`. */
export function limited(value: Json, limit: number, maxBytes = Number.POSITIVE_INFINITY): Json | Promise<TruncatedResult> {
  // One code unit is at most three bytes.
  if (room(value, Math.min(limit, maxBytes / 3)) >= 0) return value;
  const text = canonicalJson(value);
  if (text.length <= limit && bytesOf(text) <= maxBytes) return value;
  return truncated(value, text, Math.min(startLength, limit, maxBytes / longestCodePoint));
}

async function truncated(value: Json, text: string, most: number): Promise<TruncatedResult> {
  return { truncated: true, length: text.length, sha256: await digest(value), start: firstCodePoints(text, Math.floor(most)) };
}

/** A value, or the start of its canonical JSON text where that is longer than so many bytes: for texts that tell of it. */
export function shortened(value: Json, maxBytes: number): Json {
  const text = canonicalJson(value);
  return bytesOf(text) <= maxBytes ? value : firstCodePoints(text, Math.floor(maxBytes / longestCodePoint));
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** What is left of `limit` after the longest text that a value can have. Looks no further than it must. */
function room(value: Json | undefined, limit: number): number {
  if (typeof value === "string") return limit - longestEscape * value.length - 2;
  if (typeof value !== "object" || value === null) return limit - longestNumber;
  let left = limit - 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      left = room(item, left - 1);
      if (left < 0) break;
    }
    return left;
  }
  for (const key of Object.keys(value)) {
    left = room((value as JsonObject)[key], left - longestEscape * key.length - 4);
    if (left < 0) break;
  }
  return left;
}
