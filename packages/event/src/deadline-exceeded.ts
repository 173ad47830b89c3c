import { read } from "./read.js";

const brand: unique symbol = Symbol.for("acta.deadline_exceeded");

/** The error of an event that ended `aborted` because `timeoutMs` ran out; also the reason of its context's signal. */
export class DeadlineExceeded extends Error {
  readonly [brand] = true;
  override readonly name = "DeadlineExceeded";
  readonly code = "deadline_exceeded";

  /** @param timeoutMs the time that the work had, in milliseconds */
  constructor(readonly timeoutMs: number) {
    super(`The work took longer than ${timeoutMs} ms.`);
  }

  /** True for every instance, whichever copy of the package made it. */
  static isInstance(value: unknown): value is DeadlineExceeded {
    return read(value, brand) === true;
  }
}
