import { expect, test } from "vitest";
import { inLanes } from "./in-lanes.js";

test("works on each item once, in order, and on one at a time in a lane", async () => {
  const started: string[] = [];
  const ends = new Map<number, () => void>();
  const working = inLanes(["a", "b"], [1, 2, 3], (lane, item) => {
    started.push(`${lane}${item}`);
    return new Promise<void>((resolve) => ends.set(item, resolve));
  });
  expect(started).toEqual(["a1", "b2"]);
  ends.get(2)?.();
  await expect.poll(() => started).toEqual(["a1", "b2", "b3"]);
  ends.get(1)?.();
  ends.get(3)?.();
  await working;
  expect(started).toHaveLength(3);
});
