import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.batch_incomplete");

/** Items of the batch never ran, and no error says why, so there is no complete list of values. Code `batch_incomplete`. */
export class BatchIncomplete extends Error {
  override readonly name = "BatchIncomplete";
  readonly code = "batch_incomplete";
  readonly [brand] = true;
  /** How many items were skipped. */
  readonly skipped: number;

  constructor(skipped: number) {
    super(`${skipped} of the batch's items were skipped, so not every item has a value.`);
    this.skipped = skipped;
  }

  /** True for a `BatchIncomplete` of any copy of this package. */
  static isInstance(value: unknown): value is BatchIncomplete {
    return hasBrand(value, brand);
  }
}
