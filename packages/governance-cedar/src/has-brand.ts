/** Whether a value carries a brand. False for a value that refuses to be read: a foreign proxy must not break a check. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  if (typeof value !== "object" || value === null) return false;
  try {
    return Reflect.get(value, brand) === true;
  } catch {
    return false;
  }
}
