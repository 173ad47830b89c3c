import type { AbortSignalLike } from "./abort-signal-like.js";
import { InvalidOptions } from "./invalid-options.js";

/** Runs a reader of options; an object that can't be read is as invalid as one that reads as nonsense. */
export function readSafely<Plan>(read: () => Plan): Plan {
  try {
    return read();
  } catch (cause) {
    if (InvalidOptions.isInstance(cause)) throw cause;
    throw new InvalidOptions("The options could not be read.", { cause });
  }
}

export function requireObject(value: unknown, name: string): void {
  if (typeof value !== "object" || value === null) throw new InvalidOptions(`${name} must be an object.`);
}

export function requireFunction(value: unknown, name: string): void {
  if (typeof value !== "function") throw new InvalidOptions(`"${name}" must be a function.`);
}

/** An integer >= 1, or Infinity. */
export function count(value: unknown, name: string): number {
  const isCount = typeof value === "number" && value >= 1 && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY);
  if (!isCount) throw new InvalidOptions(`"${name}" must be an integer of at least 1, or Infinity.`);
  return value;
}

/** A finite number >= `least`. */
export function finite(value: unknown, name: string, least: number): number {
  if (typeof value !== "number" || !Number.isFinite(value) || value < least) {
    throw new InvalidOptions(`"${name}" must be a finite number of at least ${least}.`);
  }
  return value;
}

export function oneOf<Choice extends string>(value: unknown, name: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw new InvalidOptions(`"${name}" must be one of ${choices.map((one) => `"${one}"`).join(", ")}.`);
  return choice;
}

export function optionalFunction<F>(value: F | undefined, name: string): F | undefined {
  if (value !== undefined) requireFunction(value, name);
  return value;
}

/** Anything that has the interface of an `AbortSignal`: it may come from another realm. */
export function optionalSignal(value: AbortSignalLike | undefined): AbortSignalLike | undefined {
  if (value === undefined) return undefined;
  requireObject(value, '"signal"');
  if (typeof value.aborted !== "boolean" || typeof value.addEventListener !== "function") {
    throw new InvalidOptions('"signal" must be an AbortSignal.');
  }
  return value;
}
