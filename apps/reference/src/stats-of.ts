import { type Stats, statSync } from "node:fs";
import { UsageError } from "./usage-error.js";

/**
 * Undefined where there is nothing. Throws `UsageError` for a path that no file can have, or that is closed to us. `role` says what the path
 * was named for.
 */
export function statsOf(path: string, role: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw new UsageError(`The ${role} ${path} cannot be used (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}
