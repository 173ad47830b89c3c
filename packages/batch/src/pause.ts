import type { AbortScope } from "./abort-scope.js";
import { startTimer } from "./timer.js";

/** Waits for the time to pass, or less: until the scope is aborted, or until `early` is fulfilled. Leaves no timer and no listener. */
export function pause(delayMs: number, scope: AbortScope, early?: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      scope.delete(end);
      resolve();
    };
    const timer = startTimer(end, delayMs);
    scope.add(end);
    void early?.then(end);
  });
}
