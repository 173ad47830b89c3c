/** What `work` is told about its item. */
export interface BatchContext {
  /** The item's position in the input, from 0. */
  readonly index: number;
  /** 1 for the first attempt of this item. */
  readonly attempt: number;
  /**
   * Aborted when this attempt is to end: with the caller's reason, a `SiblingFailed`, or a `BatchTimeout`.
   * Made when it is first read, and left alone once the attempt has ended.
   */
  readonly signal: AbortSignal;
}

/** What a batch does with each item. Awaited where it returns a thenable. */
export type BatchWork<T, R> = (item: T, context: BatchContext) => R | PromiseLike<R>;

/** Why an item was never started: an earlier failure stopped the batch, or the caller aborted it. */
export type SkipReason = "sibling" | "aborted";

/** How an item ended that was started. */
export type EndedItem<R> =
  | { readonly kind: "fulfilled"; readonly value: R; readonly attempts: number }
  | { readonly kind: "rejected"; readonly error: unknown; readonly attempts: number };

/** How one item ended. `attempts` counts the runs of `work`. */
export type BatchItem<R> = EndedItem<R> | { readonly kind: "skipped"; readonly reason: SkipReason };
