import { BatchFailed } from "./batch-failed.js";
import { BatchIncomplete } from "./batch-incomplete.js";
import type { BatchItem } from "./batch-item.js";
import { SiblingFailed } from "./sibling-failed.js";

/**
 * The values of a batch, one per input, in input order; or a throw:
 *
 * - a single error is thrown as it is, several as one `BatchFailed` (an `AggregateError`); an error that several items share counts
 *   once, so the reason of an abort is thrown as it is;
 * - items that ended because a sibling failed (`SiblingFailed`) are left out where another error is the reason;
 * - skipped items without any error throw `BatchIncomplete`: a shorter list would put values in the wrong place. (ADR-0012 D4)
 */
export function unwrap<R>(items: readonly BatchItem<R>[]): R[] {
  const values: R[] = [];
  const errors = new Set<unknown>();
  for (const item of items) {
    if (item.kind === "fulfilled") values.push(item.value);
    else if (item.kind === "rejected") errors.add(item.error);
  }
  if (errors.size > 0) throw oneOf([...errors]);
  if (values.length < items.length) throw new BatchIncomplete(items.length - values.length);
  return values;
}

function oneOf(errors: readonly unknown[]): unknown {
  const reasons = errors.filter((error) => !SiblingFailed.isInstance(error));
  const relevant = reasons.length > 0 ? reasons : errors;
  return relevant.length === 1 ? relevant[0] : new BatchFailed(relevant);
}
