/**
 * Words as one text, joined by one space. A word that is empty or holds white space or a double quote is written as a JSON string, so that
 * different words never give the same text.
 */
export function joinWords(words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}

/** One word as `joinWords` writes it. */
export function quoteWord(word: string): string {
  return word === "" || /[\s"]/.test(word) ? JSON.stringify(word) : word;
}
