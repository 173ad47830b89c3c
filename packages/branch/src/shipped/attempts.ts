import { interruptible } from "@acta/actions/shipped";
import { Cancellation } from "@acta/event";
import type { ShippedBatchOptions } from "./batch-options.js";
import { CancelledError, TimeoutError } from "./faults.js";
import type { Stop } from "./stop.js";

type Run = (attempt: number, signal: AbortSignal) => Promise<unknown>;

/** Runs a whole transaction until it succeeds or no attempt is left. A cancellation ends it at once. (ADR-0012 D4) */
export async function attempts(run: Run, options: ShippedBatchOptions, stop: Stop): Promise<unknown> {
  const { retry, retryDefault = null } = options;
  let delayMs = retry?.delayMs ?? 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await withinTime((signal) => run(attempt, signal), options.timeoutMs, stop);
    } catch (error) {
      if (Cancellation.isInstance(error) || stop.signal.aborted) throw error;
      if (attempt >= (retry?.attempts ?? 1)) {
        if (retryDefault === null) throw error;
        return retryDefault;
      }
      if (delayMs > 0) await pause(delayMs, stop.signal);
      delayMs *= retry?.factor ?? 1;
    }
  }
}

/** Too late is what was cancelled because of the time; what ends well after it counts all the same. */
async function withinTime<T>(run: (signal: AbortSignal) => Promise<T>, timeoutMs: number | undefined, stop: Stop): Promise<T> {
  const own = new AbortController();
  const late = new CancelledError("the time is over");
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => own.abort(late), timeoutMs);
  stop.add(own);
  try {
    return await run(own.signal);
  } catch (error) {
    throw timeoutMs !== undefined && error === late ? new TimeoutError(timeoutMs) : error;
  } finally {
    clearTimeout(timer);
    stop.delete(own);
  }
}

export function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pending = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, delayMs);
  });
  return interruptible(pending, signal).finally(() => clearTimeout(timer));
}
