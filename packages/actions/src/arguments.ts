import { freezeJson, type Json, type JsonObject, type NotJson } from "@acta/governance";
import { InvalidArguments, type Issue } from "./errors.js";
import { isThenable, settled } from "./thenable.js";
import type { Tool } from "./tool.js";

/** Longest JSON text that is parsed, in UTF-16 code units. */
const longestText = 16 * 1024 * 1024;

/**
 * The arguments as a frozen JSON object. JSON text is parsed; blank text, null and undefined are `{}`.
 * Anything else that is not an object, the text `null` included, throws `InvalidArguments`: nothing is coerced. (ADR-0012 D2)
 */
export function parseArguments(raw: unknown): JsonObject {
  if (raw === null || raw === undefined) return Object.freeze({});
  return frozenObject(typeof raw === "string" ? parseText(raw) : raw, "the arguments are not plain JSON");
}

function parseText(text: string): unknown {
  if (text.length > longestText) throw new InvalidArguments([{ message: "the text is too long", path: "" }]);
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidArguments([{ message: "the text is not JSON", path: "" }], { cause });
  }
}

/** A frozen copy, or `InvalidArguments` where a value is not a plain JSON object. */
export function frozenObject(value: unknown, problem: string): JsonObject {
  const frozen = freeze(value, problem);
  if (isJsonObject(frozen)) return frozen;
  throw new InvalidArguments([{ message: "the arguments are not an object", path: "" }]);
}

function freeze(value: unknown, problem: string): Json {
  try {
    return freezeJson(value);
  } catch (cause) {
    const { message, path } = cause as NotJson;
    throw new InvalidArguments([{ message: `${problem}: ${message}`, path }], { cause });
  }
}

export function isJsonObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * What the tool's schema makes of the arguments: frozen, plain, and the very values that are judged, stored and run.
 * Throws `InvalidArguments`. Without a promise when the schema is synchronous.
 */
export function validateArguments(tool: Tool, raw: JsonObject): JsonObject | Promise<JsonObject> {
  try {
    const result: unknown = tool.input["~standard"].validate(raw);
    return isThenable(result)
      ? settled(result)
          .then((late) => accept(tool, raw, late))
          .catch(schemaFailed)
      : accept(tool, raw, result);
  } catch (error) {
    return schemaFailed(error);
  }
}

/** A schema that throws, or answers with anything but a result, has not accepted. */
function schemaFailed(cause: unknown): never {
  throw InvalidArguments.isInstance(cause) ? cause : new InvalidArguments([{ message: "the schema failed", path: "" }], { cause });
}

function accept(tool: Tool, raw: JsonObject, result: unknown): JsonObject {
  const { issues, value } = result as { issues?: readonly { message: string; path?: readonly unknown[] }[]; value?: unknown };
  if (issues) throw new InvalidArguments(issues.map(toIssue));
  const input = frozenObject(value, "the schema's output is not plain JSON");
  if (tool.strict) refuseUnknown(raw, input);
  return input;
}

function refuseUnknown(raw: JsonObject, input: JsonObject): void {
  const unknown = Object.keys(raw).filter((key) => !Object.hasOwn(input, key));
  if (unknown.length > 0) throw new InvalidArguments(unknown.map((key) => ({ message: "unknown key", path: pointer([key]) })));
}

function toIssue(issue: { readonly message: string; readonly path?: readonly unknown[] }): Issue {
  const keys = (issue.path ?? []).map((part) => (typeof part === "object" && part !== null ? (part as { key: unknown }).key : part));
  return { message: issue.message, path: pointer(keys) };
}

/** A JSON pointer (RFC 6901). */
function pointer(keys: readonly unknown[]): string {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
