import type { Json, JsonObject } from "@acta/messages";
import { isObject, limitDepth } from "./json-value.js";

/** The arguments of a call for a format that has them as JSON text: text as it came, blank text and null as no arguments. */
export function argumentsText(given: Json): string {
  if (typeof given === "string") return given.trim() === "" ? "{}" : given;
  return given === null ? "{}" : JSON.stringify(given);
}

/** The same for a format that has an object: what is none, because the model wrote it wrong, stands under `arguments`. */
export function argumentsObject(given: Json): JsonObject {
  if (isObject(given)) return given;
  if (given === null) return {};
  if (typeof given !== "string") return { arguments: given };
  if (given.trim() === "") return {};
  return parsedObject(given) ?? { arguments: given };
}

function parsedObject(text: string): JsonObject | null {
  try {
    const value = limitDepth(JSON.parse(text) as Json);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
