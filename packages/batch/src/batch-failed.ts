import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.batch_failed");

/** Several items of a batch were rejected; `errors` has each different error once, in input order. Code `batch_failed`. (ADR-0012 D4) */
export class BatchFailed extends AggregateError {
  override readonly name = "BatchFailed";
  readonly code = "batch_failed";
  readonly [brand] = true;

  constructor(errors: readonly unknown[]) {
    super(errors, `The batch failed with ${errors.length} errors.`);
  }

  /** True for a `BatchFailed` of any copy of this package. */
  static isInstance(value: unknown): value is BatchFailed {
    return hasBrand(value, brand);
  }
}
