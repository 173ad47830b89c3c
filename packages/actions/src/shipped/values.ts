import { isPlain } from "../is-plain.js";

/** A plain object: what the recorded project calls a dictionary. An instance of a class is a model, or anything. */
export function isDictionary(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && isPlain(value);
}

/** What can be taken apart into named arguments. */
export function isMapping(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isAwaitable(value);
}

/** Looks, and does not start what begins when it is awaited. */
export function isAwaitable(value: unknown): boolean {
  return typeof value === "object" && value !== null && typeof (value as { readonly then?: unknown }).then === "function";
}
