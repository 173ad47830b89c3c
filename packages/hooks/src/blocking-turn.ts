import type { Turn } from "./handler-list.js";
import { HookInvalid } from "./hook-invalid.js";
import type { HookHandler, HookPoint } from "./hook-points.js";
import { isThenable, settled } from "./is-thenable.js";
import { StopHook } from "./stop-hook.js";
import { type WaitLimits, waitWithin } from "./wait-within.js";

/** At a blocking point: whatever a handler does but end with undefined, or throw `StopHook`, is thrown. */
export class BlockingTurn<Payload> implements Turn<Payload> {
  constructor(
    private readonly point: HookPoint,
    private readonly payload: Payload,
    private readonly limits: WaitLimits,
  ) {}

  give(handler: HookHandler<Payload>): boolean | Promise<boolean> {
    try {
      const answer: unknown = handler(this.payload);
      return isThenable(answer) ? this.#wait(settled(answer)) : this.#requireUndefined(answer);
    } catch (error) {
      return stopOrThrow(error);
    }
  }

  async #wait(answer: Promise<unknown>): Promise<boolean> {
    const { limits } = this;
    const pending = answer.then((late) => this.#requireUndefined(late), stopOrThrow);
    const hasSettled = await waitWithin(pending, this.point, limits);
    if (!hasSettled) throw limits.signal?.reason;
    return pending;
  }

  #requireUndefined(answer: unknown): boolean {
    if (answer !== undefined) throw new HookInvalid(this.point);
    return true;
  }
}

function stopOrThrow(error: unknown): boolean {
  if (StopHook.isInstance(error)) return false;
  throw error;
}
