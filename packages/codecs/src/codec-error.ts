const brand = Symbol.for("acta.CodecError");

/**
 * - `not_json`: the text or value is not JSON, or a line of it is not
 * - `too_large`: the text is longer than the limit
 * - `too_deep`: the value is nested deeper than 512 levels
 * - `unknown_format`: nothing in the value marks one of the formats
 * - `malformed_call`: a call without a usable name, id or arguments
 * - `duplicate_id`: two different calls, or two responses, with one id, so that results could not be told apart
 * - `missing_id`: a response without the correlation id that the format needs to pair it
 * - `broken_history`: a response without its request or the reverse, or one of them twice, so that the history cannot be written
 * - `duplicate_tool`: two tools of a list have one name
 * - `invalid_options`: an option is not what it must be
 */
export type CodecErrorCode =
  | "not_json"
  | "too_large"
  | "too_deep"
  | "unknown_format"
  | "malformed_call"
  | "duplicate_id"
  | "missing_id"
  | "broken_history"
  | "duplicate_tool"
  | "invalid_options";

export interface CodecErrorOptions extends ErrorOptions {
  /** Where in the value, from its root: keys and indexes. */
  readonly path?: Path | undefined;
  /** The line of the text, from 1. */
  readonly line?: number | undefined;
}

export type Path = readonly (string | number)[];

/** Thrown by every codec. Nothing was read or written. */
export class CodecError extends Error {
  readonly code: CodecErrorCode;
  readonly path: Path | null;
  readonly line: number | null;

  constructor(code: CodecErrorCode, message: string, { path, line, ...options }: CodecErrorOptions = {}) {
    super(message, options);
    this.name = "CodecError";
    this.code = code;
    this.path = path ?? null;
    this.line = line ?? null;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Unlike `instanceof`, also true for an error of another copy of this package. */
  static isInstance(value: unknown): value is CodecError {
    return value instanceof Error && Object.hasOwn(value, brand);
  }
}
