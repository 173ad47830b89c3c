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

const batchKeys = new Set(["concurrency", "timeoutMs", "throttleMs", "retry", "siblings"]);
const nothing: JsonObject = Object.freeze({});

/** Throws `invalid_options`, before anything happened. */
export function resolveOptions(options: ActOptions = {}): Settings {
  const { strategy = "concurrent", suppressErrors = true, batch = {} } = options;
  const unknown = Object.keys(batch).find((key) => !batchKeys.has(key));
  if (unknown !== undefined) invalid(`there is no batch option ${unknown}`);
  const { concurrency = 8, throttleMs = 0, timeoutMs = Number.POSITIVE_INFINITY, retry } = batch;
  const siblings = batch.siblings ?? (suppressErrors ? "isolate" : "cancel");
  if (strategy !== "concurrent" && strategy !== "sequential") invalid("strategy is concurrent or sequential");
  if (siblings !== "isolate" && siblings !== "stop" && siblings !== "cancel") invalid("siblings is isolate, stop or cancel");
  if (!isCount(concurrency)) invalid("concurrency is an integer >= 1, or Infinity");
  if (!(throttleMs >= 0 && Number.isFinite(throttleMs))) invalid("throttleMs is a number >= 0");
  if (!(timeoutMs > 0)) invalid("timeoutMs is a number > 0");
  if (retry !== undefined) checkRetry(retry);
  if (options.signal !== undefined && typeof options.signal.addEventListener !== "function") invalid("signal is an AbortSignal");
  return {
    strategy,
    suppressErrors: suppressErrors !== false,
    signal: options.signal,
    siblings,
    concurrency,
    throttleMs,
    timeoutMs,
    retry: retry && { ...retry },
    verbose: options.verbose === true,
    parentCallId: options.parentCallId ?? null,
    attributes: options.attributes === undefined ? nothing : attributes(options.attributes),
  };
}

const isCount = (value: number) => value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value >= 1);

function checkRetry({ attempts, delayMs = 0, factor = 1, when, random, jitter }: RetryOptions): void {
  if (!isCount(attempts)) invalid("retry.attempts is an integer >= 1, or Infinity");
  if (!(delayMs >= 0 && Number.isFinite(delayMs))) invalid("retry.delayMs is a number >= 0");
  if (!(factor >= 1 && Number.isFinite(factor))) invalid("retry.factor is a number >= 1");
  if (when !== undefined && typeof when !== "function") invalid("retry.when is a function");
  if (random !== undefined && typeof random !== "function") invalid("retry.random is a function");
  if (jitter !== undefined && typeof jitter !== "boolean") invalid("retry.jitter is true or false");
}

function attributes(given: JsonObject): JsonObject {
  try {
    return freezeJson(given) as JsonObject;
  } catch (cause) {
    throw new BranchError("invalid_options", "attributes are not plain JSON", { cause });
  }
}

function invalid(message: string): never {
  throw new BranchError("invalid_options", message);
}
