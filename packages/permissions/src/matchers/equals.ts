import { canonicalJson, type Json } from "@acta/governance";
import { skeleton } from "../skeleton.js";
import { truth } from "../truth.js";
import type { Test } from "./test.js";

/** `equals`, `oneOf`: the value is one of these, compared as JSON data. To deny or escalate, texts are equal in any case and form. */
export function oneOf(values: readonly Json[], wide: boolean): Test {
  const [first] = values;
  if (values.length === 1 && !wide && typeof first !== "object") return (value) => truth(value === first);
  const keys = new Set(values.map((value) => keyOf(value, wide)));
  return (value) => truth(keys.has(keyOf(value, wide)));
}

/** Scalars stand for themselves; a text gets a mark so that it is not taken for the JSON text of an object. */
function keyOf(value: Json, wide: boolean): unknown {
  if (typeof value === "string") return `"${wide ? skeleton(value) : value}`;
  if (typeof value !== "object" || value === null) return value;
  const text = canonicalJson(value);
  return wide ? skeleton(text) : text;
}
