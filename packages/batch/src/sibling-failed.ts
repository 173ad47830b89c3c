import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.sibling-failed");

/**
 * The abort reason of running items when another item failed and `siblings` is `cancel`. `index` is the failed item's position;
 * `cause` is its error, where it had one. Code `sibling_failed`. (ADR-0012 D4)
 */
export class SiblingFailed extends Error {
  override readonly name = "SiblingFailed";
  readonly code = "sibling_failed";
  readonly index: number;

  constructor(index: number, options?: ErrorOptions) {
    super(`Item ${index} of the batch failed, so the others were cancelled.`, options);
    this.index = index;
  }

  get [brand](): true {
    return true;
  }

  /** True for a `SiblingFailed` of any copy of this package. */
  static isInstance(value: unknown): value is SiblingFailed {
    return hasBrand(value, brand);
  }
}
