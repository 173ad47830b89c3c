import type { EmitOptions } from "./emit-options.js";
import type { Turn } from "./handler-list.js";
import type { HookErrorReporter, HookHandler, HookPoint } from "./hook-points.js";
import { isThenable, settled } from "./is-thenable.js";
import { StopHook } from "./stop-hook.js";
import { tell } from "./tell.js";
import { waitWithin } from "./wait-within.js";

/** At an isolated point: the error of a handler is reported and the next handler runs. Its answer means nothing. */
export class IsolatedTurn<Payload> implements Turn<Payload> {
  /** Keeps the hidden class: V8 forgets one that no object has, and the code that was compiled for it (docs/performance.md). */
  static readonly specimen = new IsolatedTurn("tool.post", undefined, {}, undefined);
  readonly #point: HookPoint;
  readonly #payload: Payload;
  readonly #options: EmitOptions;
  readonly #onHandlerError: HookErrorReporter | undefined;

  constructor(point: HookPoint, payload: Payload, options: EmitOptions, onHandlerError: HookErrorReporter | undefined) {
    this.#point = point;
    this.#payload = payload;
    this.#options = options;
    this.#onHandlerError = onHandlerError;
  }

  give(handler: HookHandler<Payload>): boolean | Promise<boolean> {
    try {
      const answer: unknown = handler(this.#payload);
      return isThenable(answer) ? this.#wait(settled(answer)) : true;
    } catch (error) {
      return this.#stopOrReport(error);
    }
  }

  report(error: unknown): void {
    const { onError } = this.#options;
    if (onError) tell(onError, error, this.#point);
    if (this.#onHandlerError) tell(this.#onHandlerError, error, this.#point);
    else if (!onError) tell(logError, error, this.#point);
  }

  async #wait(pending: Promise<unknown>): Promise<boolean> {
    try {
      const hasSettled = await waitWithin(pending, this.#point, this.#options);
      if (!hasSettled) pending.catch((error) => this.#stopOrReport(error));
      return true;
    } catch (error) {
      return this.#stopOrReport(error);
    }
  }

  #stopOrReport(error: unknown): boolean {
    if (StopHook.isInstance(error)) return false;
    this.report(error);
    return true;
  }
}

const logError: HookErrorReporter = (error, point) => console.error(`A handler of the hook "${point}" failed.`, error);
