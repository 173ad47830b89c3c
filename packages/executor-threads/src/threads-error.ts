import { hasBrand } from "./has-brand.js";

export type ThreadsErrorCode =
  | "invalid_options"
  | "invalid_location"
  | "no_location"
  | "tool_not_found"
  | "not_json"
  | "too_large"
  | "not_started"
  | "closed";

const brand = Symbol.for("acta.threads-error");

/** What this package throws, and answers where no tool is to blame. `code` is stable, the message is for people. */
export class ThreadsError extends Error {
  readonly code: ThreadsErrorCode;
  readonly [brand] = true;

  constructor(code: ThreadsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ThreadsError";
    this.code = code;
  }

  /** True for an instance from any copy of this package, and for one that came from a thread. */
  static isInstance(value: unknown): value is ThreadsError {
    return hasBrand(value, brand);
  }
}
