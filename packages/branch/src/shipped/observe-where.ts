import type { Unsubscribe } from "@acta/hooks";
import type { SessionObserver } from "../session-observer.js";
import type { Signal, SignalKind } from "../signal.js";

const kinds: readonly SignalKind[] = ["event", "hook", "message", "gate_denied"];

/** Subscribes by a predicate. One that throws counts as no match; `onError` is told. */
export function observeWhere(
  observer: SessionObserver,
  matches: (signal: Signal) => boolean,
  handler: (signal: Signal) => void | PromiseLike<void>,
  onError: (error: unknown) => void = () => {},
): Unsubscribe {
  const isMatch = (signal: Signal) => {
    try {
      return matches(signal);
    } catch (error) {
      onError(error);
      return false;
    }
  };
  const unsubscribes = kinds.map((kind) => observer.observe(kind, (signal) => (isMatch(signal) ? handler(signal) : undefined)));
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
