import { isObject, type Json } from "./json.js";

/** Something of the original's host that JavaScript does not have, so that a vector about it cannot be run. */
export interface Feature {
  readonly name: string;
  readonly reason: string;
  /** Whether a value anywhere in `given` or `when` needs it. */
  isIn(value: Json): boolean;
}

export const missingFeatures: readonly Feature[] = [
  {
    name: "tuple of requests",
    reason: "JavaScript has one kind of list, and act takes it as a list of requests",
    isIn: (value) => isObject(value) && "$tuple" in value,
  },
  {
    name: "large integer",
    reason: "a JavaScript number holds integers exactly only up to 2^53",
    isIn: (value) => Number.isInteger(value) && !Number.isSafeInteger(value),
  },
];

/** The original's own values, which the shipped parts hand through. */
const missingForShipped: readonly Feature[] = [
  ...missingFeatures,
  {
    name: "tuple",
    reason: "JavaScript has one kind of list, so that a tuple cannot come back as one",
    isIn: (value) => isObject(value) && value.$value === "tuple",
  },
];

export function featureMissingForShipped(value: Json): Feature | undefined {
  return missingForShipped.find((feature) => contains(value, feature));
}

export function missingFeatureOf(value: Json): Feature | undefined {
  return missingFeatures.find((feature) => contains(value, feature));
}

function contains(value: Json, feature: Feature): boolean {
  if (feature.isIn(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some((item: Json) => contains(item, feature));
}
