import { describe, expect, test } from "vitest";
import { codeOf } from "../test/entry.js";
import { leaseTime, pageBounds } from "./checked-options.js";

describe("the bounds of a page", () => {
  test.each([
    [undefined, { after: 0, limit: 1_000 }],
    [{}, { after: 0, limit: 1_000 }],
    [
      { after: undefined, limit: undefined },
      { after: 0, limit: 1_000 },
    ],
    [
      { after: 7, limit: 1 },
      { after: 7, limit: 1 },
    ],
    [{ limit: Number.POSITIVE_INFINITY }, { after: 0, limit: Number.POSITIVE_INFINITY }],
  ])("%o", (given, bounds) => {
    expect(pageBounds(given)).toEqual(bounds);
  });

  test.each<[string, unknown]>([
    ...[0, -1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, "5", null].map((limit): [string, unknown] => [`limit ${limit}`, { limit }]),
    ...[-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "5", null].map((after): [string, unknown] => [`after ${after}`, { after }]),
  ])("%s is refused", (_, given) => {
    expect(codeOf(() => pageBounds(given as never))).toBe("invalid_options");
  });
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, "5", null, undefined])("a lease cannot last %s milliseconds", (ttlMs) => {
  expect(codeOf(() => leaseTime(ttlMs as never))).toBe("invalid_options");
});

test("a lease may last as briefly as it wants", () => {
  expect(leaseTime(0.5)).toBe(0.5);
});
