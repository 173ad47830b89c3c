/** The own fields of what came from another process as JSON; none where it is no object. Never read a name from it that every object has. */
export function fieldsOf(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export const isText = (value: unknown): value is string => typeof value === "string";

/** Whole, from 1. */
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;
