import { isAwaitable } from "./values.js";

/**
 * How far JSON can carry a value: `whole`; `live` where only the live value can be kept, because there are bytes in it; `none`.
 */
export type JsonForm = "whole" | "live" | "none";

/** Never throws. */
export function jsonForm(value: unknown): JsonForm {
  try {
    return form(value, []);
  } catch {
    return "none";
  }
}

function form(value: unknown, around: readonly unknown[]): JsonForm {
  if (typeof value === "function" || typeof value === "symbol") return "none";
  if (typeof value !== "object" || value === null) return "whole";
  if (around.includes(value) || value instanceof Error || isAwaitable(value)) return "none";
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return "live";
  return worst(children(value).map((child) => form(child, [...around, value])));
}

function children(value: object): readonly unknown[] {
  if (value instanceof Set) return [...value];
  if (value instanceof Map) return [...value.values()];
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === "function" ? [toJSON.call(value)] : Object.values(value);
}

function worst(forms: readonly JsonForm[]): JsonForm {
  return forms.includes("none") ? "none" : forms.includes("live") ? "live" : "whole";
}
