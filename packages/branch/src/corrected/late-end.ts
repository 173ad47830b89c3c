import type { Call } from "./call.js";
import { longestDelayMs } from "./interrupt.js";

/**
 * Attempts never overlap: a tool whose attempt ran out of time gets as long again to end. False: it still runs, so there is no further
 * attempt. (ADR-0012 D4)
 */
export function endsLate(call: Call): boolean | Promise<boolean> {
  const { signal } = call.act;
  if (call.late.hasEnded || signal.aborted) return true;
  return new Promise((resolve) => {
    const end = (hasEnded: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", ended);
      call.late.onEnd = undefined;
      resolve(hasEnded);
    };
    const ended = () => end(true);
    const timer = setTimeout(() => end(false), Math.min(call.deadline.limitMs, longestDelayMs));
    call.late.onEnd = ended;
    signal.addEventListener("abort", ended);
  });
}
