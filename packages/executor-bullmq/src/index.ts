export { BullmqError, type BullmqErrorCode } from "./bullmq-error.js";
export { type BullmqExecutor, bullmqExecutor, type Found } from "./bullmq-executor.js";
export { claimBranchOf } from "./claim.js";
export type { BullmqExecutorOptions } from "./executor-options.js";
export type { RedisAddress, RedisSettings } from "./redis.js";
export { RemoteError } from "./remote-error.js";
export { type RunningWorker, runWorker } from "./run-worker.js";
export type { WorkerDiagnostic, WorkerOptions } from "./worker-options.js";
