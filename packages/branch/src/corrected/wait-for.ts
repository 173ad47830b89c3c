import { settled } from "../thenable.js";
import type { StopSignal } from "./stop-signal.js";

/** The longest delay that a timer takes; a longer one would fire at once, and is as good as none. */
const longestDelayMs = 2_147_483_647;

export type Waited<T> = { readonly kind: "done"; readonly value: T } | { readonly kind: "late" } | { readonly kind: "aborted" };

/**
 * Waits for something, no longer than `limitMs` and no longer than `signal` lets it; what comes after that is ignored. Rejects with nothing but
 * the error of what is waited for, and leaves no timer and no listener.
 */
export function waitFor<T>(work: PromiseLike<T>, limitMs: number, signal: StopSignal): Promise<Waited<T>> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", aborted);
    };
    const end = (waited: Waited<T>) => {
      leave();
      resolve(waited);
    };
    const aborted = () => end({ kind: "aborted" });
    const timer = limitMs > longestDelayMs ? undefined : setTimeout(() => end({ kind: "late" }), limitMs);
    if (signal.aborted) aborted();
    else signal.addEventListener("abort", aborted);
    settled(work).then(
      (value) => end({ kind: "done", value }),
      (error: unknown) => {
        leave();
        reject(error);
      },
    );
  });
}
