import { read } from "./read.js";

/** Whether a value carries a brand. False for a value that refuses to be read: a foreign proxy must not break a check. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  return read(value, brand) === true;
}
