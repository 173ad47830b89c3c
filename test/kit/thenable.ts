/** Something whose `then` is read from `read`, made without a class of its own. */
export function thenableOf(read: () => unknown): () => void {
  return () => new Proxy({}, { has: (_target, key) => key === "then", get: (_target, key) => (key === "then" ? read() : undefined) });
}

/** A promise with a property of its own, such as another `then`. */
export function promiseWith(key: PropertyKey, property: PropertyDescriptor): Promise<number> {
  return Object.defineProperty(Promise.resolve(1), key, property);
}
