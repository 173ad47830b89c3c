interface MapLike<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** What the map has for the key; if it has nothing, it gets what `make` makes. */
export function getOrMake<Key, Value>(map: MapLike<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
