import { compare } from "./compare.js";
import type { Json } from "./json.js";

export function sameJson(a: Json, b: Json): boolean {
  return compare(a, b).length === 0;
}
