import type { ActionRequest } from "@acta/messages";
import { CodecError } from "./codec-error.js";
import type { ToolNames } from "./tool-names.js";

export interface ReadOptions {
  /** Of the tool list that the model was given: calls are read under their real names. */
  readonly names?: ToolNames | undefined;
}

export interface WriteOptions {
  /** Of the tool list that the model was given. */
  readonly names?: ToolNames | undefined;
  /**
   * In UTF-16 code units; Infinity: no limit. Default: 100,000. What is longer is cut, and says how long the whole was. For what the model reads only:
   * nothing that is stored changes.
   */
  readonly maxOutputLength?: number | undefined;
  /** What the model reads where a request has no response yet, such as one that waits for an approval. A view, never stored. */
  readonly interim?: ((request: ActionRequest) => string) | undefined;
}

const defaultMaxOutputLength = 100_000;

/** True whatever became of the call: whether it waits, runs, or was cut off, is not in a history. */
export const defaultInterim = () => "There is no result of this call yet. It may be waiting for an approval, or its result is not known.";

/** Throws `invalid_options`. */
export function checkedMaxLength({ maxOutputLength = defaultMaxOutputLength }: WriteOptions): number {
  if (maxOutputLength === Infinity || (Number.isInteger(maxOutputLength) && maxOutputLength >= 0)) return maxOutputLength;
  throw new CodecError("invalid_options", "maxOutputLength is a whole number from 0, or Infinity.");
}
