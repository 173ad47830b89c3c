import { BranchError } from "./branch-error.js";

/** What an option has to be. */
export interface Check {
  readonly fits: (value: unknown) => boolean;
  /** Ends the sentence `the option … must be`. */
  readonly says: string;
}
export type Checks<Options> = { readonly [Name in keyof Options]-?: Check };

export const isNumber = (value: unknown, least: number): value is number => typeof value === "number" && value >= least;
export const isFunction = (value: unknown) => typeof value === "function";
export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

export const aFunction: Check = { fits: isFunction, says: "a function" };
export const aName: Check = { fits: (value) => typeof value === "string" && value !== "", says: "a text that is not empty" };
export const positive: Check = { fits: (value) => isNumber(value, Number.MIN_VALUE), says: "a number > 0" };

const isAbortSignal = (value: unknown) =>
  isObject(value) && isFunction((value as AbortSignal).addEventListener) && isFunction((value as AbortSignal).removeEventListener);
export const anAbortSignal: Check = { fits: isAbortSignal, says: "an AbortSignal" };

/** An object of a class or not, with these methods. */
export const withMethods = (what: string, ...methods: readonly string[]): Check => ({
  fits: (value) => isObject(value) && methods.every((method) => isFunction(Reflect.get(value, method))),
  says: `${what}, with ${methods.join(", ")}`,
});

/**
 * A checked copy, for which every option is read once. What is undefined counts as not given; a name that is none of the options is refused,
 * because a policy under a misspelt name would govern nothing. Throws `invalid_options`.
 */
export function readOptions<Options extends object>(given: Options, checks: Checks<Options>): Partial<Options> {
  if (!isObject(given)) invalidOptions("the options must be an object");
  const unknown = namesOf(given).find((name) => !Object.hasOwn(checks, name));
  if (unknown !== undefined) invalidOptions(`there is no option ${unknown}`);
  const copy: Partial<Options> = {};
  for (const name in checks) {
    const value = readOption(given, name, checks[name]);
    if (value !== undefined) copy[name] = value;
  }
  return copy;
}

function namesOf(given: object): string[] {
  try {
    return Object.keys(given);
  } catch (cause) {
    return invalidOptions("the options could not be read", { cause });
  }
}

export function invalidOptions(message: string, options?: ErrorOptions): never {
  throw new BranchError("invalid_options", message, options);
}

function readOption<Options, Name extends keyof Options & string>(given: Options, name: Name, { fits, says }: Check): Options[Name] {
  let value: Options[Name];
  let isFit: boolean;
  try {
    value = given[name];
    isFit = value === undefined || fits(value);
  } catch (cause) {
    return invalidOptions(`the option ${name} could not be read`, { cause });
  }
  if (!isFit) invalidOptions(`the option ${name} must be ${says}`);
  return value;
}
