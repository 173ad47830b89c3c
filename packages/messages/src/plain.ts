type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * A constructor of plain objects, for data that is kept. V8 makes what comes of a literal in its old space once most of it has lived long, which
 * is dear where a whole history is dropped soon (docs/performance.md).
 */
export function plain<T extends object, Parts extends readonly unknown[]>(
  fill: (this: Writable<T>, ...parts: Parts) => void,
): new (
  ...parts: Parts
) => T {
  fill.prototype = Object.prototype;
  return fill as unknown as new (
    ...parts: Parts
  ) => T;
}
