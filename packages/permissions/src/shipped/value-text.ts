/** A value as the recorded project writes it into the text that patterns are matched against. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : nestedText(value);
}

/** A text in quotes, as it stands inside of lists, objects and reasons. */
export function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}

const escapes: { readonly [character: string]: string } = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function nestedText(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(nestedText).join(", ")}]`;
  if (typeof value !== "object") return String(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${quoted(key)}: ${nestedText(item)}`)
    .join(", ")}}`;
}
