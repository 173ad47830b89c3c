import { read } from "./read.js";

const brand: unique symbol = Symbol.for("acta.event_error");

type Subject = "status" | "error" | "timeout";

export type EventErrorCode = `invalid_${Subject}`;

/** A mistake in the program that uses an event: `code` names the value that was refused. The refused call changed nothing. */
export class EventError extends Error {
  readonly [brand] = true;
  override readonly name = "EventError";
  readonly code: EventErrorCode;

  constructor(subject: Subject, expected: string) {
    super(`The ${subject} is not valid: expected ${expected}.`);
    this.code = `invalid_${subject}`;
  }

  /** True for every instance, whichever copy of the package made it. */
  static isInstance(value: unknown): value is EventError {
    return read(value, brand) === true;
  }
}
