import { serialize } from "@acta/event";
import { canonicalJson, type Json } from "@acta/governance";

/** The first code points of a text. One is at most two code units, so nothing beyond twice the length needs to be looked at. */
export function firstCodePoints(text: string, count: number): string {
  return text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join("");
}

/** The first 200 code points of the canonical JSON of a value, which is redacted by then. (ADR-0012 D2) */
export const summary = (value: unknown): string => summaryOfJson(serialize(value));
export const summaryOfJson = (value: Json): string => firstCodePoints(canonicalJson(value), 200);
