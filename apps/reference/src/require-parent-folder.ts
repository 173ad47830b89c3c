import { dirname } from "node:path";
import { statsOf } from "./stats-of.js";
import { UsageError } from "./usage-error.js";

/** Throws `UsageError` where the folder that a new file is to be made in does not exist. `role` says what the file was named for. */
export function requireParentFolder(path: string, role: string): void {
  const folder = dirname(path);
  if (statsOf(folder, role)?.isDirectory()) return;
  throw new UsageError(`The ${role} ${path} cannot be created: there is no folder ${folder}.`, { code: "no_folder" });
}
