import type { Json } from "@acta/messages";

/** A call as a model proposed it: an envelope for `branch.act`. */
export interface ToolCall {
  readonly function: string;
  /** As in the source: JSON text where the format has text, otherwise an object. */
  readonly arguments: Json;
  /** The id that the source pairs call and result by; null only where the format has none. */
  readonly correlationId: string | null;
}

/** What a source says a call gave, when somebody else ran it. */
export interface RecordedResult {
  readonly output: Json;
  /** Null where the format does not say. */
  readonly isError: boolean | null;
}

export interface RecordedCall extends ToolCall {
  /** Null where the source has no result of the call. */
  readonly recordedResult: RecordedResult | null;
}
