import type { RetryOptions } from "@acta/batch";
import type { JsonObject } from "@acta/governance";
import { freezeJson } from "@acta/governance";
import { BranchError } from "./branch-error.js";
import {
  aFunction,
  anAbortSignal,
  type Check,
  type Checks,
  invalidOptions,
  isNumber,
  isObject,
  positive,
  readOptions,
} from "./option-checks.js";

/** How the calls of one `act` are run. `timeoutMs` and `retry` act inside each call: one call id, one idempotency key, one response. */
export interface ActBatchOptions {
  /** Calls running at a time: an integer >= 1, or Infinity. Default 8. */
  readonly concurrency?: number | undefined;
  /** Milliseconds for each attempt of each call, while it is decided or performed. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds at least between the starts of two calls. */
  readonly throttleMs?: number | undefined;
  /** Milliseconds for the whole act: what has not ended by then is timed out, and what has not started does not. */
  readonly deadlineMs?: number | undefined;
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
  /** Among the calls of this branch, where there is a scheduler: the higher goes first. Default 0. */
  readonly priority?: number | undefined;
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
  readonly deadlineMs: number;
  readonly priority: number;
  readonly retry: RetryOptions | undefined;
  readonly verbose: boolean;
  readonly parentCallId: string | null;
  readonly attributes: JsonObject;
}

const nothing: JsonObject = Object.freeze({});
export const noOptions: ActOptions = Object.freeze({});
const isCount = (value: unknown) => value === Infinity || (Number.isInteger(value) && isNumber(value, 1));
const isFiniteFrom = (least: number) => (value: unknown) => isNumber(value, least) && value !== Infinity;
const isBoolean = (value: unknown) => typeof value === "boolean";
const isOneOf = (...words: string[]) => ({ fits: (value: unknown) => words.includes(value as string), says: `one of ${words.join(", ")}` });
const anObject: Check = { fits: isObject, says: "an object" };
const aBoolean: Check = { fits: isBoolean, says: "true or false" };

const actChecks: Checks<ActOptions> = {
  strategy: isOneOf("concurrent", "sequential"),
  suppressErrors: aBoolean,
  signal: anAbortSignal,
  batch: anObject,
  priority: { fits: Number.isFinite, says: "a finite number" },
  verbose: aBoolean,
  parentCallId: { fits: (value) => typeof value === "string", says: "a text" },
  attributes: anObject,
};
const batchChecks: Checks<ActBatchOptions> = {
  concurrency: { fits: isCount, says: "an integer >= 1, or Infinity" },
  timeoutMs: positive,
  deadlineMs: positive,
  throttleMs: { fits: isFiniteFrom(0), says: "a number >= 0" },
  retry: anObject,
  siblings: isOneOf("isolate", "stop", "cancel"),
};
const retryChecks: Checks<RetryOptions> = {
  attempts: { fits: isCount, says: "an integer >= 1, or Infinity" },
  delayMs: { fits: isFiniteFrom(0), says: "a number >= 0" },
  factor: { fits: isFiniteFrom(1), says: "a number >= 1" },
  jitter: aBoolean,
  random: aFunction,
  when: aFunction,
};

/** Throws `invalid_options`, before anything happened. Every option is read once. */
export function resolveOptions(options: ActOptions = noOptions): Settings {
  try {
    return options === noOptions ? defaults : settingsOf(options);
  } catch (cause) {
    if (BranchError.isInstance(cause)) throw cause;
    invalidOptions("the options could not be read", { cause });
  }
}

function settingsOf(options: ActOptions): Settings {
  const act = readOptions<ActOptions>(options, actChecks);
  const batch = act.batch === undefined ? {} : readOptions<ActBatchOptions>(act.batch, batchChecks);
  const { suppressErrors = true } = act;
  return {
    strategy: act.strategy ?? "concurrent",
    suppressErrors,
    signal: act.signal,
    siblings: batch.siblings ?? (suppressErrors ? "isolate" : "cancel"),
    concurrency: batch.concurrency ?? 8,
    throttleMs: batch.throttleMs ?? 0,
    timeoutMs: batch.timeoutMs ?? Infinity,
    deadlineMs: batch.deadlineMs ?? Infinity,
    priority: act.priority ?? 0,
    retry: batch.retry && retryOf(batch.retry),
    verbose: act.verbose ?? false,
    parentCallId: act.parentCallId ?? null,
    attributes: act.attributes === undefined ? nothing : (freezeJson(act.attributes) as JsonObject),
  };
}

const defaults = settingsOf(noOptions);

function retryOf(given: RetryOptions): RetryOptions {
  const retry = readOptions<RetryOptions>(given, retryChecks);
  if (retry.attempts === undefined) invalidOptions("the option attempts is missing");
  return retry as RetryOptions;
}
