import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.invalid_handler");

/** What should be a handler or an error reporter is not a function. Code `invalid_handler`. */
export class InvalidHandler extends TypeError {
  override readonly name = "InvalidHandler";
  readonly code = "invalid_handler";
  readonly [brand] = true;

  /** True for an `InvalidHandler` of any copy of this package. */
  static isInstance(value: unknown): value is InvalidHandler {
    return hasBrand(value, brand);
  }
}
