export type { AbortSignalLike } from "./abort-signal-like.js";
export type { EmitOptions } from "./emit-options.js";
export { HookBus, type HookBusOptions } from "./hook-bus.js";
export { HookInvalid } from "./hook-invalid.js";
export type { HookErrorReporter, HookHandler, HookPoint, HookPoints, Unsubscribe } from "./hook-points.js";
export { HookTimeout } from "./hook-timeout.js";
export { InvalidHandler } from "./invalid-handler.js";
export { StopHook } from "./stop-hook.js";
export type { WaitLimits } from "./wait-within.js";
