import type { Json } from "@acta/messages";
import { CodecError, type Path } from "./codec-error.js";
import { textProperty } from "./json-value.js";
import type { ToolCall } from "./tool-call.js";

export interface CallParts {
  readonly name: Json | undefined;
  readonly id: Json | undefined;
  readonly arguments: Json | undefined;
}

/** Throws `malformed_call` where the name is no text, or where there is no id to give the result back under. Absent arguments are null: none. */
export function readCall({ name, id, arguments: given = null }: CallParts, path: Path): ToolCall {
  if (typeof name !== "string") throw malformed("has no name, or one that is not text", path);
  if (typeof id !== "string" || id === "")
    throw malformed(`of ${JSON.stringify(name)} has no id, so that its result could not be given back`, path);
  return { function: name, arguments: given, correlationId: id };
}

export function malformed(what: string, path: Path): CodecError {
  return new CodecError("malformed_call", `The call at ${describePath(path)} ${what}.`, { path });
}

/** `choices[0].message`, or `the root`. */
export function describePath(path: Path): string {
  return path.map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`)).join("") || "the root";
}

/** Calls of tools that take free text: the text becomes the one argument. */
export function freeTextArguments(value: Json | undefined, path: Path): { readonly input: string } {
  const input = textProperty(value, "input");
  if (input === undefined) throw malformed("has no input text", path);
  return { input };
}
