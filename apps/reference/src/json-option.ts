import { freezeJson, type JsonObject, NotJson } from "@acta/governance";
import { notJson } from "./json-fault.js";
import { UsageError } from "./usage-error.js";

/** The JSON object that was given for an option, frozen. Throws `UsageError`. */
export function jsonObject(option: string, text: string): JsonObject {
  const refuse = (problem: string, cause: unknown) => new UsageError(`--${option} is a JSON object: ${problem}.`, { cause });
  let value: unknown;
  try {
    value = freezeJson(JSON.parse(text));
  } catch (cause) {
    throw refuse(NotJson.isInstance(cause) ? cause.message : `the text is ${notJson(text)}`, cause);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw refuse("the text is another value", undefined);
  return value as JsonObject;
}
