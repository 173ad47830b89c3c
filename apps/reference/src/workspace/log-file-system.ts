import { join } from "node:path";
import type { FileSystemView } from "@acta/permissions";
import { NodeFileSystem } from "@acta/permissions/node";
import type { LogRoot } from "./log-root.js";
import { pathNames, startsWithNames } from "./path-names.js";

/**
 * What `pathWithin` of a policy sees: the files of this machine. Relative paths begin in the workspace, and the folder that the log was made
 * in is the workspace, as it is for the tools. Nothing is opened or made.
 */
export function logFileSystem(root: string, logRoot: LogRoot): FileSystemView {
  const files = new NodeFileSystem({ workingDirectory: root });
  return { resolvePath: (path) => files.resolvePath(inWorkspace(path, root, logRoot) ?? path) };
}

/** Null for what does not lie in the folder of the log. */
function inWorkspace(path: string, root: string, logRoot: LogRoot): string | null {
  const names = path.startsWith("/") ? pathNames(path) : null;
  return names !== null && logRoot !== null && startsWithNames(names, logRoot) ? join(root, ...names.slice(logRoot.length)) : null;
}
