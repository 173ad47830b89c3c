import { longestDelayMs } from "../longest-delay.js";
import { settled } from "../thenable.js";
import type { StopSignal } from "./stop-signal.js";

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
