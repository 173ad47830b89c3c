export { inThread, type ThreadLocation, type ThreadTool } from "./in-thread.js";
export type { ThreadsOptions } from "./options.js";
export type { Load } from "./pool.js";
export { ThreadsError, type ThreadsErrorCode } from "./threads-error.js";
export { type ThreadsExecutor, threadsExecutor } from "./threads-executor.js";
