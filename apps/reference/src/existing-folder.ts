import { realpath, stat } from "node:fs/promises";
import { UsageError } from "./usage-error.js";

/** The real path of a folder that the user named. Throws `UsageError`. */
export async function existingFolder(path: string): Promise<string> {
  const stats = await stat(path).catch(() => null);
  if (!stats?.isDirectory()) throw new UsageError(`The workspace ${path} ${stats ? "is not a folder" : "does not exist"}.`);
  return realpath(path);
}
