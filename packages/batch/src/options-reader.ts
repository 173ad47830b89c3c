import type { AbortSignalLike } from "./abort-signal-like.js";
import { InvalidOptions } from "./invalid-options.js";

/** The list, copied, and the plan that `readPlan` makes of the options. Throws `InvalidOptions`. */
export function readArguments<T, Plan>(items: readonly T[], work: unknown, readPlan: () => Plan) {
  return readSafely(() => {
    check(Array.isArray(items), "items", "an array");
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

export function check(isValid: boolean, name: string, demand: string): void {
  if (!isValid) throw unfit(name, demand);
}

const unfit = (name: string, demand: string) => new InvalidOptions(`"${name}" must be ${demand}.`);

export function requireObject(value: unknown, name: string): void {
  check(typeof value === "object" && value !== null, name, "an object");
}

export function requireFunction(value: unknown, name: string): void {
  check(typeof value === "function", name, "a function");
}

/** An integer of at least `least`, or Infinity. */
export function count(value: number, name: string, least = 1): number {
  check(value >= least && (Number.isInteger(value) || value === Infinity), name, `an integer of at least ${least}, or Infinity`);
  return value;
}

/** A finite number >= `least`. */
export function finite(value: number, name: string, least: number): number {
  check(Number.isFinite(value) && value >= least, name, `a finite number of at least ${least}`);
  return value;
}

export function boolean(value: boolean, name: string): boolean {
  check(typeof value === "boolean", name, "true or false");
  return value;
}

export function oneOf<Choice extends string>(value: Choice, name: string, choices: readonly Choice[]): Choice {
  // The choices are joined only for who chose none of them: that costs more than all the checks of a run.
  if (!choices.includes(value)) throw unfit(name, `one of "${choices.join('", "')}"`);
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
  check(value === undefined || isSignal, "signal", "an AbortSignal");
  return value;
}
