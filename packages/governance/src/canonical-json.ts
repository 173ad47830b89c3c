import type { Json } from "./json.js";

/** JSON text with the keys of every object in code unit order, so that equal data has equal text. */
export function canonicalJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members: string[] = [];
  const record = value as { readonly [key: string]: Json | undefined };
  for (const key of Object.keys(record).sort()) {
    const item = record[key];
    if (item !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(item)}`);
  }
  return `{${members.join(",")}}`;
}

/** SHA-256 over canonical JSON, as 64 hexadecimal digits. */
export async function digest(value: Json): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalJson(value)));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
