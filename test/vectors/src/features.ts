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
    name: "awaitable from an async function",
    reason: "a JavaScript promise cannot hold an awaitable, so that returning one awaits it",
    isIn: (value) => isObject(value) && (givesAwaitable(value) || handsAwaitableOn(value)),
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

type Part = { readonly [key: string]: unknown };

/** Whether a tool or a processor is declared async and gives an awaitable back. */
function givesAwaitable({ mode = "async", behaviour, do: steps = behaviour }: Part): boolean {
  const isDeclaredAsync = mode === "async" || mode === "partial_of_async";
  return isDeclaredAsync && someStep(steps, (step) => isAwaitable(step.return) || isAwaitable(step.value));
}

/** Whether a tool gives an awaitable to an async postprocessor that hands it on. */
function handsAwaitableOn({ mode, postprocessor }: Part): boolean {
  if (mode !== "sync_returning_awaitable" && mode !== "callable_object_async") return false;
  return isObject(postprocessor) && postprocessor.mode !== "sync" && someStep(postprocessor.do, (step) => "return_input" in step);
}

function someStep(steps: unknown, holds: (step: Part) => boolean): boolean {
  return Array.isArray(steps) && steps.some((step) => isObject(step) && holds(step));
}

function isAwaitable(value: unknown): boolean {
  return isObject(value) && (value.$value === "awaitable" || value.$value === "resolved_future");
}
