import type { Runtime } from "./scope.js";

export const systemRuntime: Runtime = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  id: () => crypto.randomUUID(),
});
