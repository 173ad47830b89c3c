import type { ParamSpec } from "../format.js";
import { isObject } from "../json.js";

const integer = /^[+-]?\d+(\.0+)?$/;
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const truths = new Set<unknown>([true, 1, "1", "true", "t", "yes", "y", "on"]);
const untruths = new Set<unknown>([false, 0, "0", "false", "f", "no", "n", "off"]);

/** A value as the original's request models read it: numbers also from their text. Undefined where it is not of the type. */
export function coerce(type: ParamSpec["type"], value: unknown): { readonly value: unknown } | undefined {
  switch (type) {
    case undefined:
      return { value };
    case "int":
      return toNumber(value, integer, Number.isInteger);
    case "float":
      return toNumber(value, decimal, Number.isFinite);
    case "str":
      return typeof value === "string" ? { value } : undefined;
    case "bool":
      return toBoolean(value);
    case "list":
      return Array.isArray(value) ? { value } : undefined;
    case "dict":
      return isObject(value) ? { value } : undefined;
  }
}

function toNumber(given: unknown, form: RegExp, accepts: (number: number) => boolean): { readonly value: number } | undefined {
  const isReadable = typeof given === "string" ? form.test(given.trim()) : typeof given === "number" || typeof given === "boolean";
  const value = Number(given);
  return isReadable && accepts(value) ? { value } : undefined;
}

function toBoolean(given: unknown): { readonly value: boolean } | undefined {
  const folded = typeof given === "string" ? given.toLowerCase() : given;
  if (truths.has(folded)) return { value: true };
  return untruths.has(folded) ? { value: false } : undefined;
}
