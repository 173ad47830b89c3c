export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    (typeof value === "object" || typeof value === "function") && value !== null && typeof (value as { then?: unknown }).then === "function"
  );
}

/** A promise of what the thenable comes to. Unlike `Promise.resolve` it trusts no promise to have its own `then`. */
export function settled<T>(answer: PromiseLike<T>): Promise<T> {
  return new Promise((resolve) => resolve(answer));
}

/** Goes on with what a step came to: at once where nothing had to be waited for. */
export function after<T, R>(step: T | PromiseLike<T>, next: (value: T) => R | PromiseLike<R>): R | PromiseLike<R> {
  return isThenable(step) ? settled(step as PromiseLike<T>).then(next) : next(step);
}
