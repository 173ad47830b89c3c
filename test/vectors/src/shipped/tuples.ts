import { isObject, type Json } from "../json.js";

/** JavaScript has one kind of list, so that a tuple is one. */
export function withoutTuples(json: Json): Json {
  if (Array.isArray(json)) return json.map(withoutTuples);
  if (!isObject(json)) return json;
  if (json.$value === "tuple" && Array.isArray(json.items)) return json.items.map(withoutTuples);
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, withoutTuples(item as Json)]));
}
