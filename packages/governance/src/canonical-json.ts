import type { Json, JsonObject } from "./json.js";

/** JSON text with the keys of every object in code unit order, so that equal data has equal text. */
export function canonicalJson(value: Json): string {
  return isSorted(value) ? JSON.stringify(value) : sortedText(value);
}

/** Whether all keys are in order as they are, as those of most objects that a program writes. */
function isSorted(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  const record = value as JsonObject;
  let last = "";
  for (const key of Object.keys(record)) {
    if (key < last || !isSorted(record[key])) return false;
    last = key;
  }
  return true;
}

function sortedText(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sortedText).join(",")}]`;
  const members: string[] = [];
  const record = value as JsonObject;
  for (const key of Object.keys(record).sort()) {
    const item = record[key];
    if (item !== undefined) members.push(`${JSON.stringify(key)}:${sortedText(item)}`);
  }
  return `{${members.join(",")}}`;
}

/** SHA-256 over canonical JSON, as 64 hexadecimal digits. */
export async function digest(value: Json): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalJson(value)));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
