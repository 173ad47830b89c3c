import { hasBrand } from "./has-brand.js";

const brand = Symbol.for("acta.message_error");

/**
 * - `invalid_message`: not a message, or something in it is not JSON
 * - `duplicate_message`: another message with this id is in the history
 * - `unknown_request`: a response whose request is not in the history
 * - `conflicting_response`: the request already has another response
 * - `invalid_window`: the size of a window is not a whole number of messages
 */
export type MessageErrorCode = "invalid_message" | "duplicate_message" | "unknown_request" | "conflicting_response" | "invalid_window";

/** Thrown by this package; the history is unchanged. */
export class MessageError extends Error {
  override readonly name = "MessageError";
  readonly code: MessageErrorCode;
  readonly [brand] = true;

  constructor(code: MessageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** True for a `MessageError` of any copy of this package. */
  static isInstance(value: unknown): value is MessageError {
    return hasBrand(value, brand);
  }
}
