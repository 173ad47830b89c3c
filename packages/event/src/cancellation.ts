import { read } from "./read.js";

const brand: unique symbol = Symbol.for("acta.cancellation");

/**
 * Thrown by work to end its event `cancelled` and to make `invoke` reject with this very error: the one kind of error that an event
 * does not turn into data. (ADR-0012 D1)
 */
export class Cancellation extends Error {
  readonly [brand] = true;
  override readonly name = "Cancellation";
  readonly code = "cancelled";

  constructor(message = "The work was cancelled.", options?: ErrorOptions) {
    super(message, options);
  }

  /** True for every error with the brand `Symbol.for("acta.cancellation")`, whichever copy of the package made it. */
  static isInstance(value: unknown): value is Cancellation {
    return read(value, brand) === true;
  }
}
