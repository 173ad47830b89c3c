import type { Json, JsonObject } from "@acta/governance";

export type CedarValue = boolean | number | string | CedarValue[] | { [key: string]: CedarValue };

/** A value that Cedar cannot carry, or should not. */
export class Unsupported extends Error {}

/** More would stall the process for too long. UTF-16 code units of texts and keys, and as many for each value. */
const maxLength = 500_000;
const perValue = 10;

/** Keys by which Cedar's JSON form says that an object is an entity or an extension value. */
const escapes: readonly string[] = ["__entity", "__extn", "__expr"];

/**
 * A record as Cedar has it: null is absent, a fraction of up to four digits is a `decimal`. Throws `Unsupported` for other fractions, numbers
 * beyond the safe integers, null in a list, text that is no Unicode, and what is too long; also for the escapes of entities where a model
 * wrote the value: what it writes names no entity.
 */
export function toCedar(value: JsonObject, from: "model" | "host"): { [key: string]: CedarValue } {
  let left = maxLength;
  const text = (one: string): string => {
    left -= one.length;
    if (left < 0) throw new Unsupported("it is too long");
    if (/\p{Surrogate}/u.test(one)) throw new Unsupported("a text is no Unicode");
    return one;
  };
  const record = (one: JsonObject): { [key: string]: CedarValue } => {
    const entries = Object.entries(one).filter(
      (entry): entry is [string, Exclude<Json, null>] => entry[1] !== undefined && entry[1] !== null,
    );
    if (from === "model" && entries.some(([key]) => escapes.includes(key))) throw new Unsupported("an argument names an entity");
    return Object.fromEntries(entries.map(([key, item]) => [text(key), any(item)]));
  };
  const any = (one: Json): CedarValue => {
    left -= perValue;
    if (left < 0) throw new Unsupported("it is too long");
    if (one === null) throw new Unsupported("Cedar has no null in a list");
    if (typeof one === "string") return text(one);
    if (typeof one === "boolean") return one;
    if (typeof one === "number") return number(one);
    return Array.isArray(one) ? one.map(any) : record(one as JsonObject);
  };
  return record(value);
}

function number(value: number): CedarValue {
  if (Number.isSafeInteger(value)) return value;
  const digits = String(value);
  if (!/^-?\d{1,14}\.\d{1,4}$/.test(digits)) throw new Unsupported(`Cedar has no number ${digits}`);
  return { __extn: { fn: "decimal", arg: digits } };
}
