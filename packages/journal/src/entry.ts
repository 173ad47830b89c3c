import type { Json } from "./json.js";

/** One entry to append. The journal knows no kinds; it knows that an entry may open a matter and that a later one may settle it. */
export interface NewEntry {
  /** Unique per branch. Appending a known id again is a no-op that yields the stored entry. */
  readonly id: string;
  readonly kind: string;
  /** Wall clock, milliseconds since the epoch. */
  readonly at: number;
  /** Opens a matter (a call, an approval) that some later entry must settle. A matter is opened once, ever. */
  readonly opens?: string | undefined;
  /** Settles an open matter. Once, ever: a second settlement is refused, whoever tries. */
  readonly settles?: string | undefined;
  /** Plain data, never changed after it was handed over. */
  readonly body: Json;
}

export interface Entry extends NewEntry {
  readonly branchId: string;
  /** From 1, without a gap, per branch. */
  readonly sequence: number;
}

/** May hold fewer entries than asked for, even none, while `next` is not null. */
export interface Page {
  readonly entries: readonly Entry[];
  /** What to pass as `after` for the next page, and higher than what was passed for this one; null when this was the last. */
  readonly next: number | null;
}
