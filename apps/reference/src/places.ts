import type { FileSystemView } from "@acta/permissions";
import { existingFolder } from "./existing-folder.js";
import type { Places } from "./policy-command.js";
import { UsageError } from "./usage-error.js";
import { logFileSystem } from "./workspace/log-file-system.js";
import type { LogRoot } from "./workspace/log-root.js";
import { pathNames } from "./workspace/path-names.js";

/** The folder of a log that was named, where no record says it. Throws `UsageError`. */
export function logRootOf({ logRoot }: Pick<Places, "logRoot">): LogRoot {
  const names = logRoot?.startsWith("/") ? pathNames(logRoot) : null;
  if (logRoot !== null && names === null) throw new UsageError(`--log-root is an absolute path, not ${JSON.stringify(logRoot)}.`);
  return names;
}

/** The files that a policy sees where nothing is run. Throws `UsageError`. */
export async function fileSystemOf(places: Places): Promise<FileSystemView> {
  const root = places.workspace === null ? process.cwd() : await existingFolder(places.workspace);
  return logFileSystem(root, logRootOf(places));
}
