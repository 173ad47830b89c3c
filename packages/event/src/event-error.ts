import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.event_error");

type Subject = "status" | "error" | "timeout";

export type EventErrorCode = `invalid_${Subject}`;

/** A mistake in the program that uses an event: `code` names the value that was refused. The refused call changed nothing. */
export class EventError extends Error {
  override readonly name = "EventError";
  readonly code: EventErrorCode;
  readonly [brand] = true;

  constructor(subject: Subject, expected: string) {
    super(`The ${subject} is not valid: expected ${expected}.`);
    this.code = `invalid_${subject}`;
  }

  /** True for an `EventError` of any copy of this package. */
  static isInstance(value: unknown): value is EventError {
    return hasBrand(value, brand);
  }
}
