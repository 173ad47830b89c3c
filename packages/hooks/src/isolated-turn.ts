import type { Turn } from "./handler-list.js";
import type { HookPoint } from "./hook-points.js";
import { isThenable, settled } from "./is-thenable.js";
import { StopHook } from "./stop-hook.js";
import { type WaitLimits, waitWithin } from "./wait-within.js";

/** A handler's turn at an isolated point: its error is reported and the next handler runs. Its answer means nothing. */
export function isolatedTurn<Payload>(
  point: HookPoint,
  payload: Payload,
  limits: WaitLimits,
  report: (error: unknown) => void,
): Turn<Payload> {
  const stopOrReport = (error: unknown) => {
    if (StopHook.isInstance(error)) return false;
    report(error);
    return true;
  };

  const wait = async (pending: Promise<unknown>) => {
    try {
      const hasSettled = await waitWithin(pending, point, limits);
      if (!hasSettled) pending.catch(stopOrReport);
      return true;
    } catch (error) {
      return stopOrReport(error);
    }
  };

  return (handler) => {
    try {
      const answer: unknown = handler(payload);
      return isThenable(answer) ? wait(settled(answer)) : true;
    } catch (error) {
      return stopOrReport(error);
    }
  };
}
