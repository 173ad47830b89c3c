import { foldText } from "./fold.js";
import { lookAlikes } from "./look-alikes.js";
import { isInvisible, isPlain } from "./suspicious-text.js";

/**
 * One text for all texts that a person may take for one another: folded, in compatibility form, without invisible characters, with look-alikes
 * as what they look like. Only to widen what is denied or escalated; never to allow.
 */
export function skeleton(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const shown = Array.from(text.normalize("NFKC")).filter((character) => !isInvisible(character));
  return foldText(shown.map((character) => lookAlikes.letters.get(character) ?? lookAlikes.always.get(character) ?? character).join(""));
}
