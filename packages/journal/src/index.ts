export { checkedEntries } from "./checked-entry.js";
export { leaseTime, pageBounds } from "./checked-options.js";
export type { Entry, NewEntry, Page } from "./entry.js";
export type { AppendResult, Journal, Lease, ReadOptions, UnsettledOptions } from "./journal.js";
export { JournalError, type JournalErrorCode } from "./journal-error.js";
export type { Json, JsonObject } from "./json.js";
