import { hasBrand } from "../has-brand.js";

/** Types of errors that the recorded project throws itself. */
export type RecordedErrorType = "ValueError" | "TypeError" | "KeyError" | "ValidationError" | "RuntimeError" | "NotImplementedError";

export type RecordedErrorCode =
  | "unknown_tool"
  | "invalid_envelope"
  | "invalid_arguments"
  | "invalid_status"
  | "not_completed"
  | "not_rebuildable";

const brand = Symbol.for("acta.recorded-error");

/** An error of the recorded project: `name` is its recorded type, `code` is stable and says what it means here. */
export class RecordedError extends Error {
  readonly code: RecordedErrorCode;
  readonly [brand] = true;

  constructor(type: RecordedErrorType, code: RecordedErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = type;
    this.code = code;
  }

  /** True for an instance from any copy of this package. */
  static isInstance(value: unknown): value is RecordedError {
    return hasBrand(value, brand);
  }
}
