import { foldText } from "../fold.js";
import { Pattern } from "../pattern.js";
import { Text } from "../text.js";
import { type Truth, truth } from "../truth.js";
import type { Test } from "./test.js";

const onText =
  (judge: (text: string) => Truth): Test =>
  (value) =>
    typeof value === "string" ? judge(value) : "unclear";

/** `prefix`: the text starts with it. */
export function prefix(start: string, wide: boolean): Test {
  if (!wide) return onText((text) => truth(text.startsWith(start)));
  const folded = foldText(start);
  return onText((text) => truth(foldText(text).startsWith(folded)));
}

/** `glob`: the whole text matches the pattern. */
export function glob(source: string, wide: boolean): Test {
  const pattern = new Pattern(source, wide);
  return onText((text) => truth(pattern.matches(new Text(text))));
}

/** `maxLength`: the text has at most so many code points. */
export function maxLength(most: number): Test {
  return onText((text) => truth(text.length <= most || (text.length <= 2 * most && Array.from(text).length <= most)));
}
