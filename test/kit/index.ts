export { type Deferred, deferred } from "./deferred.js";
export { flush } from "./flush.js";
export { hostile, revoked } from "./hostile.js";
export { noUnhandledRejections } from "./no-unhandled-rejections.js";
export { promiseWith, thenableOf } from "./thenable.js";
