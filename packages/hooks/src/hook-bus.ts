import { BlockingTurn } from "./blocking-turn.js";
import type { EmitOptions } from "./emit-options.js";
import { HandlerList } from "./handler-list.js";
import type { HookErrorReporter, HookHandler, HookPoint, HookPoints, Unsubscribe } from "./hook-points.js";
import { InvalidHandler } from "./invalid-handler.js";
import { IsolatedTurn } from "./isolated-turn.js";
import type { WaitLimits } from "./wait-within.js";

export interface HookBusOptions {
  /** Told about every error of an isolated handler. Without it, and without the emission's own `onError`, errors go to `console.error`. */
  readonly onHandlerError?: HookErrorReporter | undefined;
}

/** By point; each list has the handlers of its own. */
interface HandlerLists {
  get<P extends HookPoint>(point: P): HandlerList<HookPoints[P]> | undefined;
  set<P extends HookPoint>(point: P, list: HandlerList<HookPoints[P]>): void;
}

/**
 * Hook points and their handlers. Handlers of a point run one after another in registration order; the list may change during an
 * emission: a handler added then does not run in it, one removed before its turn does not run.
 *
 * The bus freezes a payload (shallowly) when somebody listens, so emitters pass a fresh object and need not freeze it.
 *
 * Not generic on purpose: one bus is shared by branches with different tools. (ADR-0012 D2)
 */
export class HookBus {
  readonly #lists: HandlerLists = new Map();
  readonly #onHandlerError: HookErrorReporter | undefined;

  /** Throws `InvalidHandler` when `onHandlerError` is given and is not a function. */
  constructor({ onHandlerError }: HookBusOptions = {}) {
    if (onHandlerError !== undefined) requireFunction(onHandlerError, "An error reporter");
    this.#onHandlerError = onHandlerError;
  }

  /** Registers a handler; the same function may be registered several times. Throws `InvalidHandler` for what is not a function. */
  on<P extends HookPoint>(point: P, handler: HookHandler<HookPoints[P]>): Unsubscribe {
    return this.#add(point, handler, false);
  }

  /** Like `on`, for at most one run: the handler is removed before it runs. */
  once<P extends HookPoint>(point: P, handler: HookHandler<HookPoints[P]>): Unsubscribe {
    return this.#add(point, handler, true);
  }

  /** Whether anybody listens. False: the emitter need not build the payload. */
  has(point: HookPoint): boolean {
    return this.#lists.get(point)?.isEmpty === false;
  }

  /**
   * Isolated: an error of a handler is reported and the later handlers still run; a `StopHook` skips them and is not reported.
   * Never throws, and its promise never rejects. Returns undefined when nothing had to be waited for.
   *
   * A handler later than `timeoutMs` is reported with a `HookTimeout`, and its own end is then ignored. After an abort of `signal`
   * handlers still run but none is waited for; their errors are reported when they arrive.
   */
  emit<P extends HookPoint>(point: P, payload: HookPoints[P], options: EmitOptions = {}): Promise<void> | undefined {
    const list = this.#lists.get(point);
    if (!list || list.isEmpty) return undefined;
    const turn = new IsolatedTurn(point, payload, options, this.#onHandlerError);
    try {
      Object.freeze(payload);
      return list.run(turn);
    } catch (error) {
      // Only a payload that refuses to be frozen gets here.
      turn.report(error);
      return undefined;
    }
  }

  /**
   * Blocking: the first error other than `StopHook` is thrown and skips the later handlers. A handler that answers anything but
   * undefined throws `HookInvalid`; one later than `timeoutMs` throws `HookTimeout`; an abort of `signal` while one is waited for
   * throws `signal.reason`; the end of a handler given up like this is ignored. Throws rather than rejects, and returns undefined,
   * when every handler was synchronous.
   */
  emitBlocking<P extends HookPoint>(point: P, payload: HookPoints[P], limits: WaitLimits = {}): Promise<void> | undefined {
    const list = this.#lists.get(point);
    if (!list || list.isEmpty) return undefined;
    Object.freeze(payload);
    return list.run(new BlockingTurn(point, payload, limits));
  }

  #add<P extends HookPoint>(point: P, handler: HookHandler<HookPoints[P]>, once: boolean): Unsubscribe {
    requireFunction(handler, `A handler of "${point}"`);
    const list = this.#lists.get(point) ?? new HandlerList<HookPoints[P]>();
    this.#lists.set(point, list);
    const registration = list.add(handler, once);
    return () => list.delete(registration);
  }
}

function requireFunction(value: unknown, what: string): void {
  if (typeof value !== "function") throw new InvalidHandler(`${what} must be a function.`);
}
