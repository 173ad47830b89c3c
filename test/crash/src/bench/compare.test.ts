import { expect, test } from "vitest";
import { median } from "./compare.js";

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[5], 5],
])("the median of %j is %d", (numbers, middle) => {
  expect(median(numbers)).toBe(middle);
});
