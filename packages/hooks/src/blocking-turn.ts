import type { Turn } from "./handler-list.js";
import { HookInvalid } from "./hook-invalid.js";
import type { HookHandler, HookPoint } from "./hook-points.js";
import { isThenable, settled } from "./is-thenable.js";
import { StopHook } from "./stop-hook.js";
import { type WaitLimits, waitWithin } from "./wait-within.js";

/** At a blocking point: whatever a handler does but end with undefined, or throw `StopHook`, is thrown. */
export class BlockingTurn<Payload> implements Turn<Payload> {
  /** Keeps the hidden class: V8 forgets one that no object has, and the code that was compiled for it (docs/performance.md). */
  static readonly specimen = new BlockingTurn("tool.pre", undefined, {});
  readonly #point: HookPoint;
  readonly #payload: Payload;
  readonly #limits: WaitLimits;

  constructor(point: HookPoint, payload: Payload, limits: WaitLimits) {
    this.#point = point;
    this.#payload = payload;
    this.#limits = limits;
  }

  give(handler: HookHandler<Payload>): boolean | Promise<boolean> {
    try {
      const answer: unknown = handler(this.#payload);
      return isThenable(answer) ? this.#wait(settled(answer)) : this.#requireUndefined(answer);
    } catch (error) {
      return stopOrThrow(error);
    }
  }

  async #wait(answer: Promise<unknown>): Promise<boolean> {
    const limits = this.#limits;
    const pending = answer.then((late) => this.#requireUndefined(late), stopOrThrow);
    const hasSettled = await waitWithin(pending, this.#point, limits);
    if (!hasSettled) throw limits.signal?.reason;
    return pending;
  }

  #requireUndefined(answer: unknown): boolean {
    if (answer !== undefined) throw new HookInvalid(this.#point);
    return true;
  }
}

function stopOrThrow(error: unknown): boolean {
  if (StopHook.isInstance(error)) return false;
  throw error;
}
