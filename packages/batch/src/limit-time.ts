import type { AbortScope } from "./abort-scope.js";
import { BatchTimeout } from "./batch-timeout.js";
import type { LazySignal } from "./lazy-signal.js";
import { rejected, type Settled } from "./settle.js";
import { pause, startTimer } from "./timer.js";

/** Ends an attempt as rejected with `BatchTimeout` when the time is up, and aborts its signal; what it does later is dropped. */
export function limitTime<R>(pending: Promise<Settled<R>>, timeoutMs: number, attempts: number, signal: LazySignal): Promise<Settled<R>> {
  return new Promise((resolve) => {
    const timer = startTimer(() => {
      const error = new BatchTimeout(timeoutMs);
      signal.abort(error);
      resolve({ ...rejected(error, attempts), late: pending });
    }, timeoutMs);
    void pending.then((settled) => {
      clearTimeout(timer);
      resolve(settled);
    });
  });
}

/** Whether the work behind an attempt is over: if it timed out, it gets `graceMs` to end after all. */
export async function hasEnded({ late }: Settled<unknown>, graceMs: number, scope: AbortScope): Promise<boolean> {
  if (late === undefined) return true;
  let isOver = false;
  const end = late.then(() => {
    isOver = true;
  });
  await pause(graceMs, scope, end);
  return isOver;
}
