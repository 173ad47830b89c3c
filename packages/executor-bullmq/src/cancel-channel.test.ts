import { expect, test } from "vitest";
import { EarlyCancellations } from "./cancel-channel.js";

test("a cancellation that came early is found once; only so many are remembered", () => {
  const early = new EarlyCancellations(2);
  for (const id of ["a", "b", "c"]) early.add(id);
  expect(["a", "b", "c", "c"].map((id) => early.take(id))).toEqual([false, true, true, false]);
});
