import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.thrown_value");

/** Stands for something that was thrown but is no error (a string, null, a plain object), so that `execution.error` always is one. */
export class ThrownValue extends Error {
  override readonly name = "ThrownValue";
  readonly code = "thrown_value";
  readonly [brand] = true;

  /** @param value what was thrown; also the `cause` */
  constructor(readonly value: unknown) {
    super(`Not an error: ${typeof value === "string" ? value : typeof value}.`, { cause: value });
  }

  /** True for a `ThrownValue` of any copy of this package. */
  static isInstance(value: unknown): value is ThrownValue {
    return hasBrand(value, brand);
  }
}
