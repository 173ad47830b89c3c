export { batchOptions, type ShippedActOptions, type ShippedBatchOptions } from "./shipped/batch-options.js";
export type { Call } from "./shipped/call.js";
export { unbound } from "./shipped/hooks.js";
export type { ErrorRecord } from "./shipped/log.js";
export { observeWhere } from "./shipped/observe-where.js";
export type { Steps } from "./shipped/steps.js";
export { shipped, steps, transactionOf } from "./shipped/transaction.js";
