import type { Json } from "@acta/messages";
import type { Piece } from "./piece.js";
import type { ToolCall } from "./tool-call.js";

/** What pairs a call with its result. Default: the correlation id. */
interface Paired {
  readonly pairingKey?: string | undefined;
}

export interface CallItem extends Piece, Paired {
  readonly kind: "call";
  readonly call: ToolCall;
  /** Calls of one turn have the same. */
  readonly turn: string | number;
  /** Within one scope an id names one call; in another scope it may be used again. */
  readonly scope: string | number;
}

export interface ResultItem extends Piece, Paired {
  readonly kind: "result";
  readonly correlationId: string | null;
  readonly output: Json;
  readonly isError: boolean | null;
}

export interface OtherItem extends Piece {
  readonly kind: "other";
}

/** What a format makes of the pieces of a source, before calls and results are paired. */
export type Item = CallItem | ResultItem | OtherItem;
