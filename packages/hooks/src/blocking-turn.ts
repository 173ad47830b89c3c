import type { Turn } from "./handler-list.js";
import { HookInvalid } from "./hook-invalid.js";
import type { HookPoint } from "./hook-points.js";
import { isThenable, settled } from "./is-thenable.js";
import { StopHook } from "./stop-hook.js";
import { type WaitLimits, waitWithin } from "./wait-within.js";

/** A handler's turn at a blocking point: whatever it does but end with undefined, or throw `StopHook`, is thrown. */
export function blockingTurn<Payload>(point: HookPoint, payload: Payload, limits: WaitLimits): Turn<Payload> {
  const requireUndefined = (answer: unknown) => {
    if (answer !== undefined) throw new HookInvalid(point);
    return true;
  };

  const stopOrThrow = (error: unknown) => {
    if (StopHook.isInstance(error)) return false;
    throw error;
  };

  const wait = async (pending: Promise<boolean>) => {
    const hasSettled = await waitWithin(pending, point, limits);
    if (!hasSettled) throw limits.signal?.reason;
    return pending;
  };

  return (handler) => {
    try {
      const answer: unknown = handler(payload);
      return isThenable(answer) ? wait(settled(answer).then(requireUndefined, stopOrThrow)) : requireUndefined(answer);
    } catch (error) {
      return stopOrThrow(error);
    }
  };
}
