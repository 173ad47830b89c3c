import { failureOf } from "./failure.js";

const brand = Symbol.for("acta.sqlite-journal-error");

/**
 * `no_engine`: no SQLite could be loaded. `engine_too_old`: it is older than 3.51.3. `cannot_open`: the file or its directory is missing
 * or closed to us, or its text is UTF-16. `wal_unavailable`: the file cannot have a write-ahead log there. `schema_too_new`: a newer version
 * of this package wrote it. `locked`: other writers held the file for longer than `lockTimeoutMs`. `corrupt`: as SQLite says, or what is
 * stored contradicts itself. `disk_full`, `read_only`, `io_failed`: as SQLite says. `storage_failed`: anything else that SQLite refused.
 */
export type SqliteJournalErrorCode =
  | "no_engine"
  | "engine_too_old"
  | "cannot_open"
  | "wal_unavailable"
  | "schema_too_new"
  | "locked"
  | "disk_full"
  | "read_only"
  | "corrupt"
  | "io_failed"
  | "storage_failed";

/**
 * The storage failed. An append that ends so was rolled back, as far as the storage can be trusted; repeating it with the same ids is safe in
 * any case.
 */
export class SqliteJournalError extends Error {
  readonly code: SqliteJournalErrorCode;
  readonly [brand] = true;

  constructor(code: SqliteJournalErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SqliteJournalError";
    this.code = code;
  }

  /** True for an instance from any copy of this package. */
  static isInstance(value: unknown): value is SqliteJournalError {
    try {
      return typeof value === "object" && value !== null && Reflect.get(value, brand) === true;
    } catch {
      return false;
    }
  }

  /** What a driver threw, as an error of this class. */
  static of(cause: unknown): SqliteJournalError {
    if (SqliteJournalError.isInstance(cause)) return cause;
    const { code, sentence } = failureOf(cause);
    const detail = cause instanceof Error ? `: ${cause.message}` : "";
    return new SqliteJournalError(code, `${sentence}${detail}`, { cause });
  }
}
