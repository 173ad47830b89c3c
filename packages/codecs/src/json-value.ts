import type { Json, JsonObject } from "@acta/messages";
import { CodecError } from "./codec-error.js";

const depthLimit = 512;

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** An own property; nothing is inherited from `Object.prototype`, whatever the key. */
export function property(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function textProperty(value: Json | undefined, key: string): string | undefined {
  const member = property(value, key);
  return typeof member === "string" ? member : undefined;
}

/** A plain copy of a value from a program, in which getters, proxies and instances have been read once. Throws `not_json`, `too_deep`. */
export function copyJson(value: unknown): Json {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw new CodecError("not_json", "The value cannot be written as JSON.", { cause });
  }
  if (text === undefined) throw new CodecError("not_json", `There is no JSON for a value of type ${typeof value}.`);
  return limitDepth(JSON.parse(text) as Json);
}

/** Walks without recursion, because what it looks for is what exhausts a stack. Throws `too_deep`. */
export function limitDepth(value: Json, line?: number): Json {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthLimit) throw new CodecError("too_deep", `The value is nested deeper than ${depthLimit} levels.`, { line });
    level = level.flatMap((member) => (typeof member === "object" && member !== null ? (Object.values(member) as Json[]) : []));
  }
  return value;
}
