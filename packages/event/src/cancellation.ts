import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.cancellation");

/**
 * Thrown by work to end its event `cancelled` and to make `invoke` reject with this very error: the one kind of error that an event
 * does not turn into data. (ADR-0012 D1)
 */
export class Cancellation extends Error {
  override readonly name = "Cancellation";
  readonly code = "cancelled";
  readonly [brand] = true;

  constructor(message = "The work was cancelled.", options?: ErrorOptions) {
    super(message, options);
  }

  /** True for a `Cancellation` of any copy of this package, and for whatever carries its brand, `Symbol.for("acta.cancellation")`. */
  static isInstance(value: unknown): value is Cancellation {
    return hasBrand(value, brand);
  }
}
