export type { AbortSignalLike } from "./abort-signal-like.js";
export { InvalidOptions } from "./invalid-options.js";
export type { JobContext, JobWork } from "./scheduler/job.js";
export type { JobEnd, NotStarted } from "./scheduler/job-end.js";
export type { JobOptions } from "./scheduler/job-options.js";
export type { Limits, Rate } from "./scheduler/limits.js";
export type { SchedulerRuntime } from "./scheduler/runtime.js";
export { Scheduler } from "./scheduler/scheduler.js";
export type { SchedulerOptions } from "./scheduler/scheduler-options.js";
