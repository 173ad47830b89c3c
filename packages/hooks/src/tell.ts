import type { HookErrorReporter, HookPoint } from "./hook-points.js";
import { isThenable, settled } from "./is-thenable.js";

/** Tells a reporter, whose own failure has nobody left to go to: it must not disturb the call, nor become an unhandled rejection. */
export function tell(reporter: HookErrorReporter, error: unknown, point: HookPoint): void {
  try {
    const answer: unknown = reporter(error, point);
    if (isThenable(answer)) settled(answer).catch(() => {});
  } catch {}
}
