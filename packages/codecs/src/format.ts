import type { ActionResponse, Json } from "@acta/messages";
import type { Item } from "./item.js";
import type { Piece } from "./piece.js";

/** What one format knows; what all have in common is in `defineCodec`. */
export interface Format<Written> {
  readonly name: string;
  /** What tells it from others, in words for an error message. */
  readonly marks: string;
  /** The keys under which a value has its list of pieces. */
  readonly keys: readonly string[];
  /** True for a piece that can hardly be of another format: the format of a transcript is told by its pieces. */
  isMarked(piece: Piece): boolean;
  /** True for a piece that may be of this format. */
  isPlausible(piece: Piece): boolean;
  /** Throws {@link CodecError} `malformed_call`. */
  items(pieces: readonly Piece[]): Iterable<Item>;
  workingDirectory?(raw: Json): string | undefined;
  /** Throws {@link CodecError} `missing_id`, `duplicate_id`. */
  write(responses: readonly ActionResponse[]): Written;
}
