import { batchOptions, type ShippedActOptions, type ShippedBatchOptions } from "@acta/branch/shipped";
import type { ActWhen } from "../../format.js";
import type { Json, JsonObject } from "../../json.js";
import { decode } from "../../program/values.js";

const toMs = (seconds: Json) => Number(seconds) * 1000;

type Counterpart = (value: Json, batch: ShippedBatchOptions) => ShippedBatchOptions;

const retry = (batch: ShippedBatchOptions, part: object) => ({ retry: { attempts: 1, ...batch.retry, ...part } });

/** The names that the original has for batch options; its times are seconds. */
const counterparts: { readonly [name: string]: Counterpart } = {
  max_concurrent: (value) => ({ concurrency: Number(value) }),
  retry_timeout: (value) => ({ timeoutMs: toMs(value) }),
  throttle_period: (value) => ({ throttleMs: toMs(value) }),
  delay_before_start: (value) => ({ delayMs: toMs(value) }),
  retry_attempts: (value, batch) => retry(batch, { attempts: Number(value) + 1 }),
  retry_initial_delay: (value, batch) => retry(batch, { delayMs: toMs(value) }),
  retry_backoff: (value, batch) => retry(batch, { factor: Number(value) }),
  retry_default: (value) => ({ retryDefault: decode(value) }),
  return_exceptions: (value) => ({ errorsAsValues: value === true }),
  input_flatten: (value) => ({ flattenInput: value === true }),
  input_dropna: (value) => ({ dropNullInput: value === true }),
  input_unique: (value) => ({ uniqueInput: value === true }),
  output_flatten: (value) => ({ flattenOutput: value === true }),
  output_dropna: (value) => ({ dropNullOutput: value === true }),
  output_unique: (value) => ({ uniqueOutput: value === true }),
};

export function toBatchOptions(params: JsonObject): ShippedBatchOptions {
  let batch: ShippedBatchOptions = {};
  for (const [name, value] of Object.entries(params)) {
    const counterpart = Object.hasOwn(counterparts, name) ? counterparts[name] : undefined;
    // What has no counterpart is passed on as it is, to be refused. Null is what was not given.
    if (counterpart === undefined) batch = { ...batch, [name]: value };
    else if (value !== null) batch = { ...batch, ...counterpart(value, batch) };
  }
  return batchOptions(batch);
}

export function toActOptions(when: ActWhen, batch: ShippedBatchOptions | undefined, signal: AbortSignal | undefined): ShippedActOptions {
  const { strategy, suppress_errors: suppressErrors, verbose_action: verbose } = when;
  return { strategy: strategy as ShippedActOptions["strategy"], suppressErrors, verbose, signal, batch };
}
