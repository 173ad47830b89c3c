import type { Json, JsonObject } from "@acta/governance";

/** Whether two values are equal as JSON: key order and absent against `undefined` make no difference. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  const [left, right] = [a as JsonObject, b as JsonObject];
  const keys = definedKeys(left);
  return keys.length === definedKeys(right).length && keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]));
}

const definedKeys = (record: JsonObject) => Object.keys(record).filter((key) => record[key] !== undefined);
