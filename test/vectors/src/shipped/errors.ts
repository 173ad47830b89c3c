import type { Json, JsonObject } from "../json.js";
import { groupOf, textOf, typeOf } from "../program/errors.js";

/** An error as the vectors write it; of a group its members too. */
export function describeError(error: unknown): JsonObject {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const group = groupOf(error);
  const members: readonly Json[] | undefined = group?.errors.map(describeError);
  return { type: typeOf(error), message: textOf(error), ...(members && { exceptions: members }) };
}
