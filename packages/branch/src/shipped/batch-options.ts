import type { RetryOptions } from "@acta/batch";
import type { ActOptions } from "../act-options.js";
import { RecordedFault } from "./faults.js";

/** How the recorded project runs a concurrent batch: everything around the transaction. A sequential one ignores it. (ADR-0012 D4) */
export interface ShippedBatchOptions {
  /** Calls running at a time. Default, and 0: no cap. */
  readonly concurrency?: number | undefined;
  /** Milliseconds for each attempt. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds at least between the starts of two calls. */
  readonly throttleMs?: number | undefined;
  /** Of the whole transaction: hooks, effects, log and history repeat. Never after a cancellation. `factor`: default 1. */
  readonly retry?: Pick<RetryOptions, "attempts" | "delayMs" | "factor"> | undefined;
  /** Takes the slot of a call whose attempts are used up. Null counts as not given. */
  readonly retryDefault?: unknown;
  /** True: what a call throws takes its slot, and its siblings go on. */
  readonly errorsAsValues?: boolean | undefined;
  /** Milliseconds before anything starts, even for no requests at all. */
  readonly delayMs?: number | undefined;
  /** Lists of requests within the list. */
  readonly flattenInput?: boolean | undefined;
  readonly dropNullInput?: boolean | undefined;
  /** Looked at only where the input is flattened or its nulls are dropped. */
  readonly uniqueInput?: boolean | undefined;
  readonly flattenOutput?: boolean | undefined;
  /** Default true without any batch options, else false. */
  readonly dropNullOutput?: boolean | undefined;
  readonly uniqueOutput?: boolean | undefined;
}

/** What `act` takes under the shipped transaction. */
export interface ShippedActOptions extends Pick<ActOptions, "strategy" | "suppressErrors" | "signal" | "verbose"> {
  readonly batch?: ShippedBatchOptions | undefined;
}

const names = new Set([
  "concurrency",
  "timeoutMs",
  "throttleMs",
  "retry",
  "retryDefault",
  "errorsAsValues",
  "delayMs",
  "flattenInput",
  "dropNullInput",
  "uniqueInput",
  "flattenOutput",
  "dropNullOutput",
  "uniqueOutput",
]);

/** An immutable copy. Throws a `ValueError` (`invalid_options`) for a name that is not known. */
export function batchOptions(options: ShippedBatchOptions): ShippedBatchOptions {
  const unknown = Object.keys(options).find((name) => !names.has(name));
  if (unknown !== undefined) throw new RecordedFault("ValueError", "invalid_options", `Invalid parameter: ${unknown}`);
  return Object.freeze({ ...options });
}

/** An object of options replaces the default entirely. */
const standard: ShippedBatchOptions = Object.freeze({ dropNullOutput: true });

export interface Settings {
  readonly strategy: "concurrent" | "sequential";
  readonly suppressErrors: boolean;
  readonly verbose: boolean;
  readonly signal: AbortSignal | undefined;
  readonly batch: ShippedBatchOptions;
}

/** Throws before anything happens. */
export function readSettings({
  strategy = "concurrent",
  suppressErrors = true,
  verbose = false,
  signal,
  batch,
}: ShippedActOptions): Settings {
  if (strategy !== "concurrent" && strategy !== "sequential") {
    throw new RecordedFault("ConfigurationError", "invalid_options", "Invalid strategy. Choose 'concurrent' or 'sequential'.");
  }
  return { strategy, suppressErrors, verbose, signal, batch: batch === undefined ? standard : batchOptions(batch) };
}
