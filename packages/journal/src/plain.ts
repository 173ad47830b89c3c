export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

type Constructor<T, Parts extends readonly unknown[]> = new (...parts: Parts) => T;

/**
 * A constructor of plain objects, for data that is kept. `fill` is a `function`, and sets every member: the compiler does not see which one is missing.
 *
 * V8 makes what comes of a literal in its old space once most of it has lived long (allocation-site pretenuring), which is dear where a whole history is
 * dropped soon (docs/performance.md).
 */
export function plain<T extends object, Parts extends readonly unknown[]>(
  fill: (this: Writable<T>, ...parts: Parts) => void,
): Constructor<T, Parts> {
  fill.prototype = Object.prototype;
  return fill as unknown as Constructor<T, Parts>;
}
