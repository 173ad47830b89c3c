/**
 * The one code point that stands for all case variants of a code point. Always one for one, so that `?` counts the same characters
 * in folded text; where a language's full mapping is longer ("ß", "İ"), the character stands for itself.
 */
export function foldCodePoint(point: number): number {
  if (point < 0x80) return point >= 0x41 && point <= 0x5a ? point + 0x20 : point;
  const upper = single(String.fromCodePoint(point).toUpperCase()) ?? point;
  return single(String.fromCodePoint(upper).toLowerCase()) ?? point;
}

/** The upper-case variant of a folded code point, or itself. */
export function raiseCodePoint(point: number): number {
  return single(String.fromCodePoint(point).toUpperCase()) ?? point;
}

/** A text with every code point folded. */
export function foldText(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+|\P{ASCII}/gu, (part) =>
    part <= "Z" ? part.toLowerCase() : String.fromCodePoint(foldCodePoint(part.codePointAt(0) ?? 0)),
  );
}

function single(text: string): number | undefined {
  const point = text.codePointAt(0);
  return point !== undefined && String.fromCodePoint(point).length === text.length ? point : undefined;
}
