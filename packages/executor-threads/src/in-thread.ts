import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { Tool } from "@acta/actions";
import { ThreadsError } from "./threads-error.js";

/** Where a thread finds the code of a tool. */
export interface ThreadLocation {
  /** A module that a thread can import by itself: `import.meta.url`, a file URL, or an absolute path. */
  readonly module: string | URL;
  /** What it exports under this name: a tool, or a function that takes the input and the context. */
  readonly export: string;
}

/** A tool that says where its code is. */
export type ThreadTool<T extends Tool = Tool> = T & { readonly executor: string; readonly module: string; readonly export: string };

/**
 * The same tool, to be run by a `threadsExecutor`: there the module is imported and its export is run, not this tool's own `run`. Names the
 * executor `threads`, unless the tool names another. Throws `ThreadsError` (`invalid_location`).
 */
export function inThread<T extends Tool>(tool: T, location: ThreadLocation): ThreadTool<T> {
  const { executor = "threads" } = tool;
  const own = { executor, module: addressOf(location.module), export: nameOf(location.export) };
  // A tool may be an instance of a class, whose guards are methods.
  return Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, own);
}

export interface Address {
  readonly module: string;
  readonly export: string;
}

/** Where this tool's code is; undefined for a tool that was not made by `inThread`. */
export function locationOf(tool: Tool): Address | undefined {
  const { module, export: name } = tool as Partial<ThreadTool>;
  return typeof module === "string" && typeof name === "string" ? { module, export: name } : undefined;
}

function addressOf(module: unknown): string {
  if (module instanceof URL) return module.href;
  if (typeof module === "string" && /^(file|data):/.test(module)) return module;
  if (typeof module === "string" && isAbsolute(module)) return pathToFileURL(module).href;
  throw new ThreadsError("invalid_location", `a module is a URL or an absolute path, not ${JSON.stringify(module)}`);
}

function nameOf(name: unknown): string {
  if (typeof name === "string" && name !== "") return name;
  throw new ThreadsError("invalid_location", `the name of an export is text, not ${JSON.stringify(name)}`);
}
