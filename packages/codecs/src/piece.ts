import type { Json } from "@acta/messages";
import type { Path } from "./codec-error.js";
import { isList, property } from "./json-value.js";

/** What a source is a list of: messages, items, lines, or bare calls. */
export interface Piece {
  readonly raw: Json;
  readonly path: Path;
}

/** The members of a list, or of the first list under one of the keys; anything else is one piece. */
export function piecesOf(value: Json, keys: readonly string[]): readonly Piece[] {
  if (isList(value)) return value.map((raw, index) => ({ raw, path: [index] }));
  for (const key of keys) {
    const members = property(value, key);
    if (isList(members)) return members.map((raw, index) => ({ raw, path: [key, index] }));
  }
  return [{ raw: value, path: [] }];
}
