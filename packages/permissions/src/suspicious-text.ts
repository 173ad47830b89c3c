import { lookAlikes } from "./look-alikes.js";

/** Characters that a person does not see, or that change how others are shown: controls, formats, blanks but the space, unassigned ones. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
const words = /[\p{L}\p{M}]+/gu;

/** Why a name or path may be read as another one by a person or a system; undefined if it is not. */
export type Suspicion = "invisible" | "look_alike";

/**
 * Invisible characters; compatibility forms such as full-width letters or one-character ellipses; characters that look like a slash or dot;
 * words that mix Latin letters with Cyrillic, Greek, Armenian or Cherokee ones; texts all of whose letters of these look like Latin ones.
 */
export function findSuspicion(text: string): Suspicion | undefined {
  if (isPlain(text)) return undefined;
  if (invisible.test(text)) return "invisible";
  if (text.normalize("NFKC") !== text.normalize("NFC")) return "look_alike";
  return lookAlikes.always.test(text) || hasForeignLookAlike(text) ? "look_alike" : undefined;
}

/** Printable ASCII, and nothing else. */
export const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Whether a character has no plain look of its own. */
export const isInvisible = (character: string): boolean => invisible.test(character);

export const withoutInvisible = (text: string): string => text.replace(new RegExp(invisible, "gu"), "");

function hasForeignLookAlike(text: string): boolean {
  const foreign = Array.from(text).filter((character) => lookAlikes.script.test(character));
  if (foreign.length === 0) return false;
  const isMixed = (text.match(words) ?? []).some((word) => lookAlikes.script.test(word) && /\p{Script=Latin}/u.test(word));
  return isMixed || foreign.every((character) => lookAlikes.letters.test(character));
}
