import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.deadline_exceeded");

/** The error of an event that ended `aborted` because `timeoutMs` ran out; also the reason of its context's signal. */
export class DeadlineExceeded extends Error {
  override readonly name = "DeadlineExceeded";
  readonly code = "deadline_exceeded";
  readonly [brand] = true;

  /** @param timeoutMs the time that the work had, in milliseconds */
  constructor(readonly timeoutMs: number) {
    super(`The work took longer than ${timeoutMs} ms.`);
  }

  /** True for a `DeadlineExceeded` of any copy of this package. */
  static isInstance(value: unknown): value is DeadlineExceeded {
    return hasBrand(value, brand);
  }
}
