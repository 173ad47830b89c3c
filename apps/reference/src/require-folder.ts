import { type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "./usage-error.js";

/** Throws `UsageError` where the folder that a new file is to be made in does not exist. `role` says what the file was named for. */
export function requireFolderOf(path: string, role: string): void {
  const folder = dirname(path);
  if (statsOf(folder, role)?.isDirectory()) return;
  throw new UsageError(`The ${role} ${path} cannot be created: there is no folder ${folder} (no_folder).`);
}

/** Undefined where there is nothing. Throws `UsageError` for a path that no file can have, or that is closed to us. */
export function statsOf(path: string, role: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw new UsageError(`The ${role} ${path} cannot be used (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}
