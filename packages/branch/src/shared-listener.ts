/** The callbacks that wait for one signal, behind its one listener. */
interface Waiting {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const waitingFor = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls back once when `signal` is aborted, at once where it is already; the function returned lets go. However many listen here, the signal
 * has one listener, and none when all have let go: engines warn of a leak where many acts share the signal of their caller.
 */
export function listen(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return letGo;
  }
  const waiting = waitingFor.get(signal) ?? startWaiting(signal);
  // Whoever listens twice is called twice, and lets go of each for itself.
  const own = () => callback();
  waiting.callbacks.add(own);
  return () => {
    if (waiting.callbacks.delete(own) && waiting.callbacks.size === 0) stopWaiting(signal, waiting);
  };
}

const letGo = () => {};

function startWaiting(signal: AbortSignal): Waiting {
  const callbacks = new Set<() => void>();
  const waiting: Waiting = {
    callbacks,
    listener: () => {
      stopWaiting(signal, waiting);
      callAll(callbacks);
    },
  };
  waitingFor.set(signal, waiting);
  signal.addEventListener("abort", waiting.listener, { once: true });
  return waiting;
}

function stopWaiting(signal: AbortSignal, { listener }: Waiting): void {
  waitingFor.delete(signal);
  signal.removeEventListener("abort", listener);
}

/** One that throws keeps none of the others from being called; the first error is thrown at the end. One that lets go meanwhile is not called. */
function callAll(callbacks: Set<() => void>): void {
  const errors: unknown[] = [];
  for (const callback of callbacks) {
    callbacks.delete(callback);
    try {
      callback();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
