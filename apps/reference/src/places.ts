import type { FileSystemView } from "@acta/permissions";
import { existingFolder } from "./existing-folder.js";
import { UsageError } from "./usage-error.js";
import { logFileSystem } from "./workspace/log-file-system.js";
import type { LogRoot } from "./workspace/log-root.js";
import { pathNames } from "./workspace/path-names.js";

/** Where the paths of a policy and of calls lie, as the user says. */
export interface Places {
  /** Null: what the record says, and where there is none, the folder that the app was called in. */
  readonly workspace: string | null;
  /** Null: what the record says, and where there is none, nobody knows. */
  readonly logRoot: string | null;
}

/** Those that the user named, and that are there. */
export interface KnownPlaces {
  /** Absolute, without links. */
  readonly workspace: string | null;
  readonly logRoot: LogRoot;
}

/** Throws `UsageError`. */
export async function knownPlaces({ workspace, logRoot }: Places): Promise<KnownPlaces> {
  return { workspace: workspace === null ? null : await existingFolder(workspace), logRoot: logRootOf({ logRoot }) };
}

/** The folder of a log that was named, where no record says it. Throws `UsageError`. */
export function logRootOf({ logRoot }: Pick<Places, "logRoot">): LogRoot {
  const names = logRoot?.startsWith("/") ? pathNames(logRoot) : null;
  if (logRoot !== null && names === null) throw new UsageError(`--log-root is an absolute path, not ${JSON.stringify(logRoot)}.`);
  return names;
}

/** The files that a policy sees where nothing is run. Throws `UsageError`. */
export async function fileSystemOf(places: Places): Promise<FileSystemView> {
  return fileSystemIn(await knownPlaces(places));
}

/** The same, of places that are known. */
export const fileSystemIn = ({ workspace, logRoot }: KnownPlaces): FileSystemView => logFileSystem(workspace ?? process.cwd(), logRoot);
