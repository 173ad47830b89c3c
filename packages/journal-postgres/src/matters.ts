import type { Draft } from "./draft.js";

/** What an append does to matters, seen from before and after it. */
export interface Matters {
  /** Must be open before. One that is named twice can never be: the append is refused. */
  readonly closing: readonly string[];
  readonly opening: readonly { readonly matter: string; readonly place: number }[];
}

/** A matter that the same append opens and settles never counts as open. */
export function mattersOf(drafts: readonly Draft[]): Matters {
  const closing: string[] = [];
  const opening = new Map<string, number>();
  for (const [index, { columns }] of drafts.entries()) {
    if (columns.settles !== null && !opening.delete(columns.settles)) closing.push(columns.settles);
    if (columns.opens !== null) opening.set(columns.opens, index + 1);
  }
  return { closing, opening: [...opening].map(([matter, place]) => ({ matter, place })) };
}
