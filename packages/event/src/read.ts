const unreadable = Symbol("unreadable");

/** A property of whatever it is; a symbol where reading throws. */
export function read(source: unknown, key: PropertyKey): unknown {
  try {
    return (source as Record<PropertyKey, unknown>)[key];
  } catch {
    return unreadable;
  }
}
