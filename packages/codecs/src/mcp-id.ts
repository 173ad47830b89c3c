import type { Json } from "@acta/messages";

/** A JSON-RPC id is text or a number, and `1` is not `"1"`: text that could be taken for a number, or for quoted text, is quoted. */
export function correlationIdOf(id: Json | undefined): string | undefined {
  if (typeof id === "number") return String(id);
  if (typeof id !== "string") return undefined;
  return looksQuoted(id) || looksLikeNumber(id) ? JSON.stringify(id) : id;
}

export function idOf(correlationId: string): string | number {
  if (looksLikeNumber(correlationId)) return Number(correlationId);
  return looksQuoted(correlationId) ? unquoted(correlationId) : correlationId;
}

const looksQuoted = (text: string) => text.startsWith('"');
const looksLikeNumber = (text: string) => text !== "" && String(Number(text)) === text && Number.isFinite(Number(text));

function unquoted(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : text;
  } catch {
    return text;
  }
}
