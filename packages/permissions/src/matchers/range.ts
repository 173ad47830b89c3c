import { truth } from "../truth.js";
import type { Test } from "./test.js";

/** `range`: a number from `min` to `max`, both included. */
export function range({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Bounds): Test {
  return (value) => (typeof value === "number" ? truth(min <= value && value <= max) : "unclear");
}

export interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}
