import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.invalid_options");

/** The arguments of a batch, a retry, a scheduler or a job make no sense. Thrown before anything runs. Code `invalid_options`. (ADR-0012 D4) */
export class InvalidOptions extends TypeError {
  override readonly name = "InvalidOptions";
  readonly code = "invalid_options";
  readonly [brand] = true;

  /** True for an `InvalidOptions` of any copy of this package. */
  static isInstance(value: unknown): value is InvalidOptions {
    return hasBrand(value, brand);
  }
}
