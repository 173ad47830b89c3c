import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { BatchFailed } from "./batch-failed.js";
import { BatchIncomplete } from "./batch-incomplete.js";
import type { BatchItem } from "./batch-item.js";
import { SiblingFailed } from "./sibling-failed.js";
import { unwrap } from "./unwrap.js";

const fulfilled = (value: unknown): BatchItem<unknown> => ({ kind: "fulfilled", value, attempts: 1 });
const rejected = (error: unknown): BatchItem<unknown> => ({ kind: "rejected", error, attempts: 1 });
const skipped: BatchItem<unknown> = { kind: "skipped", reason: "sibling" };

function thrownBy(items: readonly BatchItem<unknown>[]): unknown {
  try {
    unwrap(items);
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test("values come in order, null and undefined among them", verifies("D4.order"), () => {
  expect(unwrap([1, null, undefined, 1].map(fulfilled))).toEqual([1, null, undefined, 1]);
  expect(unwrap([])).toEqual([]);
});

describe("errors", () => {
  test.each([new Error("broken"), "text", undefined, null])("a single one is thrown as it is: %o", verifies("D4.raised"), (error) => {
    expect(thrownBy([fulfilled(1), rejected(error), skipped])).toBe(error);
  });

  test("several are thrown as one, in input order", verifies("D4.raised"), () => {
    const error = thrownBy([rejected("b"), fulfilled(1), rejected("a")]);
    expect(error).toBeInstanceOf(AggregateError);
    expect(error).toBeInstanceOf(BatchFailed);
    expect(error).toMatchObject({ code: "batch_failed", errors: ["b", "a"] });
  });

  test("one that several items share, like the reason of an abort, is thrown as it is", () => {
    const reason = new Error("aborted");
    expect(thrownBy([rejected(reason), rejected(reason)])).toBe(reason);
  });

  test("the cancelled siblings' are left out where there is a reason", verifies("D4.raised"), () => {
    const sibling = new SiblingFailed(1);
    expect(thrownBy([rejected(sibling), rejected("reason"), rejected(sibling)])).toBe("reason");
    expect(thrownBy([rejected(sibling), fulfilled("a failed value")])).toBe(sibling);
  });
});

test("skipped items are no values: without an error they throw BatchIncomplete", () => {
  const error = thrownBy([fulfilled(1), skipped, skipped]);
  expect(error).toBeInstanceOf(BatchIncomplete);
  expect(error).toMatchObject({ code: "batch_incomplete", skipped: 2 });
});
