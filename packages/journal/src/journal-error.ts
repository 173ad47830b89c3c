import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.journal-error");

/**
 * `closed`: the journal was closed. `invalid_entry`: an entry is malformed. `unknown_matter`: it settles what nothing opened.
 * `matter_taken`: it opens what was opened before. `invalid_options`: a limit, a cursor or a time that makes no sense.
 */
export type JournalErrorCode = "closed" | "invalid_entry" | "invalid_options" | "unknown_matter" | "matter_taken";

/** What was asked for was refused, and nothing was stored. */
export class JournalError extends Error {
  readonly code: JournalErrorCode;
  readonly [brand] = true;

  constructor(code: JournalErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "JournalError";
    this.code = code;
  }

  /** True for an instance from any copy of this package. */
  static isInstance(value: unknown): value is JournalError {
    return hasBrand(value, brand);
  }
}
