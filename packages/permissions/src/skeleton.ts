import { foldText } from "./fold.js";
import { withoutLookAlikes } from "./look-alikes.js";
import { isPlain, withoutInvisible } from "./suspicious-text.js";

/**
 * One text for all texts that a person may take for one another: folded, in compatibility form, without invisible characters, with look-alikes
 * as what they look like. Only to widen what is denied or escalated; never to allow.
 */
export function skeleton(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  return foldText(withoutLookAlikes(withoutInvisible(withoutInvisible(text).normalize("NFKC"))));
}
