import type { AbortScope } from "./abort-scope.js";

/** The longest delay that a timer can hold; a larger one would fire at once. */
const longestDelayMs = 2 ** 31 - 1;

/** `setTimeout` for any delay: an absurdly long one waits as long as a timer can. */
export function startTimer(run: () => void, delayMs: number): ReturnType<typeof setTimeout> {
  return setTimeout(run, Math.min(delayMs, longestDelayMs));
}

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
