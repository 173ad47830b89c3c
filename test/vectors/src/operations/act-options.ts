import type { ActOptions } from "@acta/branch";
import type { ActWhen } from "../format.js";
import type { Json } from "../json.js";

type Batch = NonNullable<ActOptions["batch"]>;
type Retry = NonNullable<Batch["retry"]>;
type Counterpart<Options> = (value: Json) => Partial<Options>;

const toMs = (seconds: Json) => Number(seconds) * 1000;

/** Of batch options. `return_exceptions` is an option of the whole act; null outputs are kept whatever `output_dropna` says. */
const batchCounterparts = new Map<string, Counterpart<Batch>>([
  ["max_concurrent", (value) => ({ concurrency: value as number })],
  ["retry_timeout", (seconds) => ({ timeoutMs: toMs(seconds) })],
  ["throttle_period", (seconds) => ({ throttleMs: toMs(seconds) })],
  ["return_exceptions", () => ({})],
  ["output_dropna", () => ({})],
]);

const retryCounterparts = new Map<string, Counterpart<Retry>>([
  ["retry_attempts", (repeats) => ({ attempts: Number(repeats) + 1 })],
  ["retry_initial_delay", (seconds) => ({ delayMs: toMs(seconds) })],
  ["retry_backoff", (factor) => ({ factor: Number(factor) })],
]);

/** The options of `act`. A batch option without a counterpart is passed on as it is, for the branch to refuse. */
export function toActOptions(when: ActWhen, signal: AbortSignal | undefined): ActOptions {
  const { strategy, suppress_errors: suppressErrors, verbose_action: verbose, call_params: params } = when;
  const options: ActOptions = { strategy: strategy as ActOptions["strategy"], suppressErrors, verbose, signal };
  if (params === undefined || params === null) return options;
  const batch = toBatch(params);
  if (params.return_exceptions !== true) return { ...options, batch };
  return { ...options, suppressErrors: true, batch: { ...batch, siblings: "isolate" } };
}

function toBatch(params: { readonly [name: string]: Json }): Batch {
  let batch: Batch = {};
  for (const [name, value] of Object.entries(params)) {
    // The original's host has null for what was not given.
    if (value === null) continue;
    const retry = retryCounterparts.get(name)?.(value);
    if (retry) batch = { ...batch, retry: { attempts: 1, ...batch.retry, ...retry } };
    else batch = { ...batch, ...(batchCounterparts.get(name)?.(value) ?? { [name]: value }) };
  }
  return batch;
}
