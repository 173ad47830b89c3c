import type { AbortSignalLike } from "./abort-signal-like.js";
import type { HookPoint } from "./hook-points.js";
import { HookTimeout } from "./hook-timeout.js";

/** How long an emission waits for one handler. */
export interface WaitLimits {
  /** Milliseconds for each handler. Without it, or with Infinity, there is no limit. */
  readonly timeoutMs?: number | undefined;
  /** Once aborted, nothing is waited for. */
  readonly signal?: AbortSignalLike | undefined;
}

/** The longest delay that a timer can hold; a larger one would fire at once. */
const longestDelayMs = 2 ** 31 - 1;

/**
 * Waits for a handler: true when it ended, false when the signal was aborted first. Rejects with the handler's own error, or with
 * `HookTimeout`. Leaves no timer and no listener, and makes a later rejection of the handler harmless.
 */
export function waitWithin(pending: Promise<unknown>, point: HookPoint, { timeoutMs, signal }: WaitLimits): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      settle();
    };
    const onAbort = () => end(() => resolve(false));
    pending.then(
      () => end(() => resolve(true)),
      (error: unknown) => end(() => reject(error)),
    );
    if (signal?.aborted) return resolve(false);
    signal?.addEventListener("abort", onAbort);
    if (timeoutMs === undefined || timeoutMs === Infinity) return;
    timer = setTimeout(() => end(() => reject(new HookTimeout(point, timeoutMs))), Math.min(timeoutMs, longestDelayMs));
  });
}
