import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.sibling_failed");

/**
 * The abort reason of running items when another item failed and `siblings` is `cancel`. `index` is the failed item's position;
 * `cause` is its error, where it had one. Code `sibling_failed`. (ADR-0012 D4)
 */
export class SiblingFailed extends Error {
  override readonly name = "SiblingFailed";
  readonly code = "sibling_failed";
  readonly [brand] = true;
  readonly index: number;

  constructor(index: number, options?: ErrorOptions) {
    super(`Item ${index} of the batch failed, so the others were cancelled.`, options);
    this.index = index;
  }

  /** True for a `SiblingFailed` of any copy of this package. */
  static isInstance(value: unknown): value is SiblingFailed {
    return hasBrand(value, brand);
  }
}
