import { hasBrand } from "./has-brand.js";
import { printable } from "./printable.js";

const brand = Symbol.for("acta.invalid-policy");

/** Policy data that cannot be used. `pointer` is the JSON pointer (RFC 6901) of the offending place, "" for the whole. */
export class InvalidPolicy extends Error {
  readonly code = "invalid_policy";
  readonly pointer: string;
  readonly [brand] = true;

  constructor(problem: string, pointer: string, options?: ErrorOptions) {
    super(`The policy is invalid${pointer === "" ? "" : ` at ${printable(pointer)}`}: ${problem}.`, options);
    this.name = "InvalidPolicy";
    this.pointer = pointer;
  }

  /** True for an instance from any copy of this package. */
  static isInstance(value: unknown): value is InvalidPolicy {
    return hasBrand(value, brand);
  }
}

/** A JSON pointer from the keys on the way. */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
