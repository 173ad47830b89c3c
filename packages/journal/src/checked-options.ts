import { JournalError } from "./journal-error.js";

const pageSize = 1_000;

/**
 * Where a page begins and how much it holds, with the defaults of the contract. Throws `invalid_options` for what no page could come of, or
 * only pages that never end. For those who write a journal.
 */
export function pageBounds(options: { readonly after?: number | undefined; readonly limit?: number | undefined } = {}): {
  readonly after: number;
  readonly limit: number;
} {
  const { after = 0, limit = pageSize } = options;
  if (!(Number.isInteger(after) && after >= 0)) refuse("after must be a whole number from 0");
  if (limit !== Number.POSITIVE_INFINITY && !(Number.isInteger(limit) && limit >= 1)) {
    refuse("limit must be a whole number from 1, or Infinity");
  }
  return { after, limit };
}

/** Milliseconds of a lease. Throws `invalid_options` for what is no time. For those who write a journal. */
export function leaseTime(ttlMs: number): number {
  if (!(Number.isFinite(ttlMs) && ttlMs > 0)) refuse("ttlMs must be a finite number > 0");
  return ttlMs;
}

function refuse(message: string): never {
  throw new JournalError("invalid_options", message);
}
