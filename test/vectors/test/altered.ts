import { isObject, type Json, type JsonObject } from "../src/json.js";

/** Places of everything that has nothing inside, as keys from the root. */
export function leaves(json: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  const entries = typeof json === "object" && json !== null ? Object.entries(json) : [];
  return entries.length === 0 ? [path] : entries.flatMap(([key, item]) => leaves(item, [...path, key]));
}

/** A copy with another value at one place. */
export function altered(json: Json, [key, ...rest]: readonly string[]): Json {
  if (key === undefined) return another(json);
  if (Array.isArray(json)) return json.map((item, index) => (String(index) === key ? altered(item, rest) : item));
  const record = json as JsonObject;
  return { ...record, [key]: altered(record[key] ?? null, rest) };
}

function another(json: Json): Json {
  if (typeof json === "string") return `${json} altered`;
  if (typeof json === "number") return json + 1;
  if (typeof json === "boolean") return !json;
  if (Array.isArray(json)) return ["altered"];
  return isObject(json) ? { altered: true } : "altered";
}
