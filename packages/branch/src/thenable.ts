/** A promise of what the thenable comes to. Unlike `Promise.resolve` it trusts no promise to have its own `then`. */
export const settled = <T>(answer: PromiseLike<T>): Promise<T> => new Promise((resolve) => resolve(answer));

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    (typeof value === "object" || typeof value === "function") && value !== null && typeof (value as { then?: unknown }).then === "function"
  );
}

/** What all of them come to: at once where nothing has to be waited for. */
export function all<T>(steps: readonly (T | Promise<T>)[]): readonly T[] | Promise<T[]> {
  return steps.some((step) => step instanceof Promise) ? Promise.all(steps) : (steps as readonly T[]);
}

/**
 * Goes on with what a step of the transaction came to: at once where nothing had to be waited for. The promise is the step's own. `about` is handed
 * on, so that the step after it need not be made anew for each call.
 */
export function after<T, About, R>(step: T | Promise<T>, about: About, next: (about: About, value: T) => R | Promise<R>): R | Promise<R> {
  return step instanceof Promise ? step.then((value) => next(about, value)) : next(about, step);
}
