/** Whether a value is to be awaited. Throws what a hostile `then` property throws. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    (typeof value === "object" || typeof value === "function") && value !== null && "then" in value && typeof value.then === "function"
  );
}
