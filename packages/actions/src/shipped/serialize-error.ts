import { Cancellation } from "@acta/event";

/** An error as data: its type and its text; of a group of ordinary errors also its members. */
export interface RecordedErrorData {
  readonly error: string;
  readonly message: string;
  readonly exceptions?: readonly RecordedErrorData[];
  readonly nested_count?: number;
}

const maxDepth = 100;

/** Depth and cycles are bounded. */
export function serializeError(error: unknown, groups: readonly unknown[] = []): RecordedErrorData {
  if (!isGroup(error)) return describe(error);
  if (groups.includes(error)) return { error: "ExceptionGroup", message: "Circular reference detected" };
  const { length } = error.errors;
  if (groups.length > maxDepth) {
    return { error: "ExceptionGroup", message: `Max nesting depth (${maxDepth}) exceeded`, nested_count: length };
  }
  return { ...describe(error), exceptions: error.errors.map((member: unknown) => serializeError(member, [...groups, error])) };
}

/** A group of ordinary errors. One that holds a cancellation is a cancellation itself. */
export function isGroup(error: unknown): error is AggregateError {
  return error instanceof AggregateError && !Cancellation.isInstance(error);
}

function describe(error: unknown): RecordedErrorData {
  if (!(error instanceof Error)) return { error: typeof error, message: String(error) };
  return { error: typeName(error), message: error.message };
}

function typeName(error: Error): string {
  if (error.name === "AggregateError") return "ExceptionGroup";
  return error.name === "Error" ? error.constructor.name : error.name;
}
