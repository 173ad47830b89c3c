import type { Json, JsonObject } from "../json.js";
import { typeOf } from "../program/errors.js";

/** An error as the vectors write it; of a group its members too. */
export function describeError(error: unknown): JsonObject {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const group = groupOf(error);
  const members: readonly Json[] | undefined = group?.errors.map(describeError);
  return { type: typeOf(error), message: error.message, ...(members && { exceptions: members }) };
}

/** A group with a cancellation in it is one itself, and carries its members as its cause where a vector made it. */
function groupOf(error: Error): AggregateError | undefined {
  return [error, error.cause].find((candidate) => candidate instanceof AggregateError);
}
