/** Whether a value is to be awaited. Throws what reading `then` throws. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}

/** A promise of what the thenable comes to. Unlike `Promise.resolve` it trusts no promise to have its own `then`. */
export const settled = <T>(answer: PromiseLike<T>): Promise<T> => new Promise((resolve) => resolve(answer));
