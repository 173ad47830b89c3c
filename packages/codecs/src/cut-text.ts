/**
 * At most `maxLength` UTF-16 code units of the text, and how long the whole was; text within the limit is itself. Never ends in half a character.
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = isHighSurrogate(text.charCodeAt(maxLength - 1)) && isLowSurrogate(text.charCodeAt(maxLength)) ? maxLength - 1 : maxLength;
  return `${text.slice(0, end)}\n[cut: the first ${end} of ${text.length} characters]`;
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
