import type { RetryOptions } from "@acta/batch";
import type { JsonObject } from "@acta/governance";
import { freezeJson } from "@acta/governance";
import { BranchError } from "./branch-error.js";

/** How the calls of one `act` are run. `timeoutMs` and `retry` act inside each call: one call id, one idempotency key, one response. */
export interface ActBatchOptions {
  /** Calls running at a time: an integer >= 1, or Infinity. Default 8. */
  readonly concurrency?: number | undefined;
  /** Milliseconds for each attempt of each call, while it is decided or performed. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds at least between the starts of two calls. */
  readonly throttleMs?: number | undefined;
  /** Only for calls whose effect allows it: `read`, `idempotent`, or where the tool threw `NotExecuted`. */
  readonly retry?: RetryOptions | undefined;
  /** After a failed call: go on; start no more; also abort what runs. Default `cancel` without `suppressErrors`, else `isolate`. */
  readonly siblings?: "isolate" | "stop" | "cancel" | undefined;
}

/** Read once; never changed. (ADR-0012 D4) */
export interface ActOptions {
  /** Default `concurrent`. */
  readonly strategy?: "concurrent" | "sequential" | undefined;
  /** False: throw `ActFailed` when a call failed, after everything is recorded. Default true. */
  readonly suppressErrors?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly batch?: ActBatchOptions | undefined;
  /** Writes a line per call to the branch's logger. */
  readonly verbose?: boolean | undefined;
  /** Call id of the call that this one is made from. */
  readonly parentCallId?: string | undefined;
  /** Facts that the host vouches for, for policies. Never put there what a model wrote. */
  readonly attributes?: JsonObject | undefined;
}

export interface Settings {
  readonly strategy: "concurrent" | "sequential";
  readonly suppressErrors: boolean;
  readonly signal: AbortSignal | undefined;
  readonly siblings: "isolate" | "stop" | "cancel";
  readonly concurrency: number;
  readonly throttleMs: number;
  readonly timeoutMs: number;
  readonly retry: RetryOptions | undefined;
  readonly verbose: boolean;
  readonly parentCallId: string | null;
  readonly attributes: JsonObject;
}

const nothing: JsonObject = Object.freeze({});
const isNumber = (value: unknown, least: number): value is number => typeof value === "number" && value >= least;
const isCount = (value: unknown) => value === Infinity || (Number.isInteger(value) && isNumber(value, 1));
const isFiniteFrom = (least: number) => (value: unknown) => isNumber(value, least) && value !== Infinity;
const isFunction = (value: unknown) => typeof value === "function";
const isBoolean = (value: unknown) => typeof value === "boolean";
const isObject = (value: unknown) => typeof value === "object" && value !== null;
const isOneOf = (...words: string[]) => ({ fits: (value: unknown) => words.includes(value as string), says: `one of ${words.join(", ")}` });

interface Check {
  readonly fits: (value: unknown) => boolean;
  readonly says: string;
}
type Checks = { readonly [name: string]: Check };

const actChecks: Checks = {
  strategy: isOneOf("concurrent", "sequential"),
  suppressErrors: { fits: isBoolean, says: "true or false" },
  signal: { fits: (value) => isObject(value) && isFunction((value as AbortSignal).addEventListener), says: "an AbortSignal" },
  batch: { fits: isObject, says: "an object" },
  verbose: { fits: isBoolean, says: "true or false" },
  parentCallId: { fits: (value) => typeof value === "string", says: "a text" },
  attributes: { fits: isObject, says: "an object" },
};
const batchChecks: Checks = {
  concurrency: { fits: isCount, says: "an integer >= 1, or Infinity" },
  timeoutMs: { fits: (value) => isNumber(value, Number.MIN_VALUE), says: "a number > 0" },
  throttleMs: { fits: isFiniteFrom(0), says: "a number >= 0" },
  retry: { fits: isObject, says: "an object" },
  siblings: isOneOf("isolate", "stop", "cancel"),
};
const retryChecks: Checks = {
  attempts: { fits: isCount, says: "an integer >= 1, or Infinity" },
  delayMs: { fits: isFiniteFrom(0), says: "a number >= 0" },
  factor: { fits: isFiniteFrom(1), says: "a number >= 1" },
  jitter: { fits: isBoolean, says: "true or false" },
  random: { fits: isFunction, says: "a function" },
  when: { fits: isFunction, says: "a function" },
};

/** Throws `invalid_options`, before anything happened. Every option is read once. */
export function resolveOptions(options: ActOptions = {}): Settings {
  try {
    return settingsOf(options);
  } catch (cause) {
    if (BranchError.isInstance(cause)) throw cause;
    throw new BranchError("invalid_options", "the options could not be read", { cause });
  }
}

function settingsOf(options: ActOptions): Settings {
  const act = read<ActOptions>(options, actChecks);
  const batch = act.batch === undefined ? {} : read<ActBatchOptions>(act.batch, batchChecks);
  const { suppressErrors = true } = act;
  return {
    strategy: act.strategy ?? "concurrent",
    suppressErrors,
    signal: act.signal,
    siblings: batch.siblings ?? (suppressErrors ? "isolate" : "cancel"),
    concurrency: batch.concurrency ?? 8,
    throttleMs: batch.throttleMs ?? 0,
    timeoutMs: batch.timeoutMs ?? Infinity,
    retry: batch.retry && retryOf(batch.retry),
    verbose: act.verbose ?? false,
    parentCallId: act.parentCallId ?? null,
    attributes: act.attributes === undefined ? nothing : (freezeJson(act.attributes) as JsonObject),
  };
}

function retryOf(given: RetryOptions): RetryOptions {
  const retry = read<RetryOptions>(given, retryChecks);
  if (retry.attempts === undefined) invalid("attempts is missing");
  return retry as RetryOptions;
}

/** A checked copy. What is undefined counts as not given; a name that is none of the options is refused. */
function read<Options extends object>(given: Options, checks: Checks): Partial<Options> {
  if (!isObject(given)) invalid("the options are an object");
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(given)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) return invalid(`there is no option ${name}`);
    const value = given[name as keyof Options];
    if (value === undefined) continue;
    if (!check.fits(value)) invalid(`${name} is ${check.says}`);
    copy[name] = value;
  }
  return copy as Partial<Options>;
}

function invalid(message: string): never {
  throw new BranchError("invalid_options", message);
}
