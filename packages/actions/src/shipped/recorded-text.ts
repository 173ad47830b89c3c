import { isAwaitable } from "./values.js";

/** The text form of a value as the recorded project cuts it for summaries, and puts it into messages. */
export function recordedText(value: unknown): string {
  return typeof value === "string" ? value : inside(value, []);
}

function inside(value: unknown, around: readonly unknown[]): string {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "boolean":
      return value ? "True" : "False";
    case "undefined":
      return "None";
    case "object":
      return value === null ? "None" : objectText(value, around);
    case "function":
      return "<function>";
    default:
      return String(value);
  }
}

function objectText(value: object, around: readonly unknown[]): string {
  if (isAwaitable(value)) return "<awaitable>";
  if (around.includes(value)) return "[...]";
  const next = (item: unknown) => inside(item, [...around, value]);
  if (Array.isArray(value)) return `[${value.map(next).join(", ")}]`;
  if (value instanceof Set) return `{${[...value].map(next).join(", ")}}`;
  if (value instanceof Error) return `${value.name}(${quoted(value.message)})`;
  const fields = Object.entries(value);
  return `{${fields.map(([key, item]) => `${quoted(key)}: ${next(item)}`).join(", ")}}`;
}

const escapes: { readonly [character: string]: string } = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}
