import type { Gate } from "@acta/governance";
import type { Unsubscribe } from "@acta/hooks";
import { policyLike } from "./check-options.js";
import { aFunction, type Checks, readOptions } from "./option-checks.js";
import type { Signal, SignalKind, SignalOf } from "./signal.js";
import { isThenable, settled } from "./thenable.js";

type Subscriber = { readonly kind: SignalKind; readonly handler: (signal: Signal) => unknown };
type Route = { readonly match: (signal: Signal) => boolean; readonly into: string };

export interface SessionObserverOptions {
  /** Authorizes calls: one more policy. Asked about calls only. */
  readonly gate?: Gate | undefined;
  /** False keeps a signal from being dispatched, never from being stored. A throw counts as false. */
  readonly accepts?: ((signal: Signal) => boolean) | undefined;
}

const checks: Checks<SessionObserverOptions> = { gate: policyLike, accepts: aFunction };

/** Sees the calls of a session's branches: stores their signals, routes them into streams, tells subscribers. (ADR-0012 D2) */
export class SessionObserver {
  readonly gate: Gate | undefined;
  readonly #accepts: ((signal: Signal) => boolean) | undefined;
  readonly #stored: Signal[] = [];
  readonly #streams = new Map<string, Signal[]>();
  readonly #subscribers = new Set<Subscriber>();
  readonly #routes = new Set<Route>();

  /** Throws `invalid_options`. */
  constructor(options: SessionObserverOptions = {}) {
    const { gate, accepts } = readOptions(options, checks);
    this.gate = gate;
    this.#accepts = accepts;
  }

  /** Everything that was emitted, in order. */
  get stored(): readonly Signal[] {
    return this.#stored;
  }

  observe<Kind extends SignalKind>(kind: Kind, handler: (signal: SignalOf<Kind>) => void | PromiseLike<void>): Unsubscribe {
    // The kind is compared before the handler is called.
    return include(this.#subscribers, { kind, handler: handler as (signal: Signal) => unknown });
  }

  /** Signals that match, with true, are also kept in a stream of that name. */
  route(match: (signal: Signal) => boolean, into: string): Unsubscribe {
    return include(this.#routes, { match, into });
  }

  stream(name: string): readonly Signal[] {
    return this.#streams.get(name) ?? [];
  }

  /**
   * Stores, then dispatches. Isolated: what a filter, a route or a subscriber throws goes to `onError`. The subscribers that have to be
   * waited for are returned, each as a promise that does not reject.
   */
  emit(signal: Signal, onError: (error: unknown) => void): readonly Promise<void>[] {
    this.store(signal);
    if (!this.#isAccepted(signal, onError)) return [];
    const pending: Promise<void>[] = [];
    for (const tell of this.listeners(signal)) {
      try {
        const answer = tell();
        if (isThenable(answer)) pending.push(settled(answer).then(ignore, onError));
      } catch (error) {
        onError(error);
      }
    }
    return pending;
  }

  /** Keeps a signal, and tells nobody. */
  store(signal: Signal): void {
    this.#stored.push(signal);
  }

  /** Those who are to hear of a signal, in order: its routes, then its subscribers. What they throw is the caller's to handle. */
  *listeners(signal: Signal): Generator<() => unknown, void, void> {
    for (const route of this.#routes) yield () => this.#follow(route, signal);
    for (const { kind, handler } of [...this.#subscribers]) if (kind === signal.kind) yield () => handler(signal);
  }

  #isAccepted(signal: Signal, onError: (error: unknown) => void): boolean {
    try {
      return this.#accepts === undefined || isTrue(this.#accepts(signal));
    } catch (error) {
      onError(error);
      return false;
    }
  }

  #follow(route: Route, signal: Signal): void {
    if (!isTrue(route.match(signal))) return;
    const stream = this.#streams.get(route.into) ?? [];
    stream.push(signal);
    this.#streams.set(route.into, stream);
  }
}

const ignore = () => {};

/** A promise is truthy, whatever it comes to, and not an answer. */
function isTrue(answer: unknown): boolean {
  if (isThenable(answer)) {
    settled(answer).catch(ignore);
    throw new TypeError("it answered with a promise, where only true or false is an answer");
  }
  return answer === true;
}

function include<T>(set: Set<T>, item: T): Unsubscribe {
  set.add(item);
  return () => void set.delete(item);
}
