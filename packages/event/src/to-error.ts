import { ThrownValue } from "./thrown-value.js";

/** Also true for errors of another realm (a vm context, a frame). Never throws, not even for a hostile proxy. */
export function isError(value: unknown): value is Error {
  try {
    return value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";
  } catch {
    return false;
  }
}

/** The error itself, or a `ThrownValue` around anything else. */
export function toError(thrown: unknown): Error {
  return isError(thrown) ? thrown : new ThrownValue(thrown);
}

/** How many members a group may have, and shows. */
export const maxMembers = 100;

/** The errors in a group; undefined for any other error and for a group that cannot be read. Never throws. */
export function membersOf(error: Error): readonly unknown[] | undefined {
  try {
    const members: unknown = error instanceof AggregateError && error.errors;
    return Array.isArray(members) ? members : undefined;
  } catch {
    return undefined;
  }
}
