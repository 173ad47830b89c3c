import type { Dirent } from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing } from "./read-file.js";
import type { Workspace } from "./workspace.js";

/** Entries that one listing looks at. */
const mostEntries = 100_000;
/** Codes of what a folder below may answer: one such must not hide all the others. */
const passedOver = new Set(["EACCES", "EPERM", "ENOENT", "ENOTDIR"]);

/** A file below the folder that was listed. */
export interface ListedFile {
  /** Absolute. */
  readonly path: string;
  /** From the listed folder, with `/`. Of a file that was listed itself: its name. */
  readonly name: string;
}

/**
 * All files below a folder, or a file itself, in the order of their names. Links are not followed; `.git`, and folders that may not be read
 * or that are gone, are left out. `base` comes from `resolve`.
 */
export async function* listFiles(workspace: Workspace, base: string, signal: AbortSignal): AsyncGenerator<ListedFile> {
  const stats = await lstat(base).catch(nullIfMissing);
  if (stats === null) throw new Error(`There is no ${workspace.toLog(base)}.`);
  if (stats.isFile()) yield { path: base, name: base.slice(base.lastIndexOf("/") + 1) };
  if (stats.isDirectory()) yield* below(base, "", { signal, left: mostEntries });
}

interface Listing {
  readonly signal: AbortSignal;
  left: number;
}

async function* below(folder: string, prefix: string, listing: Listing): AsyncGenerator<ListedFile> {
  const entries = await entriesOf(folder);
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    listing.signal.throwIfAborted();
    if (--listing.left < 0) throw new Error(`There are more than ${mostEntries} files and folders; name a smaller folder.`);
    const path = join(folder, entry.name);
    if (entry.isFile()) yield { path, name: prefix + entry.name };
    else if (entry.isDirectory() && entry.name !== ".git") yield* below(path, `${prefix}${entry.name}/`, listing);
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    // A folder that has become a link is no longer the folder that was listed.
    return (await realpath(folder)) === folder ? await readdir(folder, { withFileTypes: true }) : [];
  } catch (error) {
    if (passedOver.has((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
