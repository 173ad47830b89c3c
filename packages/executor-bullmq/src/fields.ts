/** The fields of what came from another process as JSON; none where it is no object. Their names are read as own keys. */
export function fieldsOf(value: unknown): { readonly [name: string]: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.assign(Object.create(null), value);
}

export const isText = (value: unknown): value is string => typeof value === "string";

/** Whole, from 1. */
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;
