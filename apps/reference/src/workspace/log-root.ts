import type { Json, JsonObject } from "@acta/governance";
import { givenArguments } from "../given-arguments.js";
import { pathNames } from "./path-names.js";

/** The folder that a log was made in, as names from `/`. Null where nobody can tell; then no absolute path of it is known. */
export type LogRoot = readonly string[] | null;

/** Arguments that name a file, which lies in a folder, and arguments that name a folder. */
const fileArguments = ["file_path"];
const folderArguments = ["path"];

/**
 * The working directory that the log states. Where it states none: the deepest folder that contains every file and folder that its calls
 * name by an absolute path. `/` is never inferred: it would say nothing about what belongs to the project.
 */
export function findLogRoot(log: { readonly cwd: string | null; readonly calls: readonly { readonly arguments: Json }[] }): LogRoot {
  if (log.cwd?.startsWith("/")) return pathNames(log.cwd);
  const [first, ...others] = log.calls.flatMap(({ arguments: given }) => foldersOf(given));
  if (first === undefined) return null;
  const common = others.reduce(commonStart, first);
  return common.length > 0 ? common : null;
}

function commonStart(one: readonly string[], other: readonly string[]): readonly string[] {
  const end = one.findIndex((name, index) => name !== other[index]);
  return end < 0 ? one : one.slice(0, end);
}

function foldersOf(given: Json): (readonly string[])[] {
  const values = toObject(given);
  const absolute = (key: string) => {
    const path = values[key];
    return typeof path === "string" && path.startsWith("/") ? [pathNames(path) ?? []] : [];
  };
  return [...fileArguments.flatMap(absolute).map((names) => names.slice(0, -1)), ...folderArguments.flatMap(absolute)];
}

function toObject(given: Json): JsonObject {
  const value = givenArguments(given);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
