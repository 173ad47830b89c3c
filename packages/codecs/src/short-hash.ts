const prime = 0x01000193;
const offset = 0x811c9dc5;

/**
 * Nine letters and digits that depend on the text alone, for names and ids that a provider takes. Anybody can find a second text with the same: whoever
 * uses it must look whether it is taken, and nothing may be granted by it.
 */
export function shortHash(text: string): string {
  let low = offset;
  let high = offset ^ text.length;
  for (let index = 0; index < text.length; index += 1) {
    low = Math.imul(low ^ text.charCodeAt(index), prime);
    high = Math.imul(high ^ low, prime);
  }
  const digits = (high >>> 0).toString(36).padStart(7, "0") + (low >>> 0).toString(36).padStart(7, "0");
  return digits.slice(-9);
}

/** The first of the candidates for a text that is not taken; it is taken then. */
export function freeName(text: string, taken: Set<string>, candidate: (hash: string) => string): string {
  for (let attempt = 0; ; attempt += 1) {
    const name = candidate(shortHash(attempt === 0 ? text : `${text}\n${attempt}`));
    if (!taken.has(name)) {
      taken.add(name);
      return name;
    }
  }
}
