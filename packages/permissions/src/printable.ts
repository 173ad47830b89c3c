import { lookAlikes } from "./look-alikes.js";
import { findSuspicion, isInvisible } from "./suspicious-text.js";

/**
 * A text as a person may safely read it before deciding: invisible characters as `\u{200b}`, and, in words where they may pass for others,
 * look-alikes too. Line feeds and tabs are escaped as well. For people only: an escape that was in the text stays as it is.
 */
export function printable(text: string): string {
  return text.replace(/\S+|\s/gu, (part) => (findSuspicion(part) === undefined ? part : Array.from(part, escapeDoubtful).join("")));
}

function escapeDoubtful(character: string): string {
  const isPlain = /^[\x20-\x7e]$/.test(character);
  if (isPlain || !(isInvisible(character) || looksLikeAnother(character))) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

const looksLikeAnother = (character: string): boolean =>
  lookAlikes.letters.test(character) ||
  lookAlikes.always.test(character) ||
  lookAlikes.script.test(character) ||
  character.normalize("NFKC") !== character.normalize("NFC");
