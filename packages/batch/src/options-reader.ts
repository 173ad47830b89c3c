import type { AbortSignalLike } from "./abort-signal-like.js";
import { InvalidOptions } from "./invalid-options.js";

/** The list, copied, and the plan that `readPlan` makes of the options. Throws `InvalidOptions`. */
export function readArguments<T, Plan>(items: readonly T[], work: unknown, readPlan: () => Plan) {
  return readSafely(() => {
    check(Array.isArray(items), "The items must be an array.");
    requireFunction(work, "work");
    return { inputs: Array.from<T>(items), plan: readPlan() };
  });
}

/** Runs a reader of options; an object that can't be read is as invalid as one that reads as nonsense. */
export function readSafely<Plan>(read: () => Plan): Plan {
  try {
    return read();
  } catch (cause) {
    if (InvalidOptions.isInstance(cause)) throw cause;
    throw new InvalidOptions("The options could not be read.", { cause });
  }
}

export function check(isValid: boolean, message: string): void {
  if (!isValid) throw new InvalidOptions(message);
}

export function requireObject(value: unknown, name: string): void {
  check(typeof value === "object" && value !== null, `${name} must be an object.`);
}

export function requireFunction(value: unknown, name: string): void {
  check(typeof value === "function", `"${name}" must be a function.`);
}

/** An integer >= 1, or Infinity. */
export function count(value: number, name: string): number {
  check(value >= 1 && (Number.isInteger(value) || value === Infinity), `"${name}" must be an integer of at least 1, or Infinity.`);
  return value;
}

/** A finite number >= `least`. */
export function finite(value: number, name: string, least: number): number {
  check(Number.isFinite(value) && value >= least, `"${name}" must be a finite number of at least ${least}.`);
  return value;
}

export function oneOf<Choice extends string>(value: Choice, name: string, choices: readonly Choice[]): Choice {
  check(choices.includes(value), `"${name}" must be one of ${choices.map((choice) => `"${choice}"`).join(", ")}.`);
  return value;
}

export function optionalFunction<F>(value: F | undefined, name: string): F | undefined {
  if (value !== undefined) requireFunction(value, name);
  return value;
}

/** Anything that has the interface of an `AbortSignal`: it may come from another realm. */
export function optionalSignal(value: AbortSignalLike | undefined): AbortSignalLike | undefined {
  const isSignal =
    typeof value?.aborted === "boolean" && typeof value.addEventListener === "function" && typeof value.removeEventListener === "function";
  check(value === undefined || isSignal, '"signal" must be an AbortSignal.');
  return value;
}
