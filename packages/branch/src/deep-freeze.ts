/** Freezes plain data in place, so that a record can be handed out without a copy. What is frozen already counts as frozen throughout. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const key in value) deepFreeze(value[key]);
  return value;
}
