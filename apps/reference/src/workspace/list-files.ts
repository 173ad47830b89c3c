import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing } from "./read-file.js";
import type { Workspace } from "./workspace.js";

/** Entries that one listing looks at. */
const mostEntries = 100_000;

/** A file below the folder that was listed. */
export interface ListedFile {
  /** Absolute. */
  readonly path: string;
  /** From the listed folder, with `/`. Of a file that was listed itself: its name. */
  readonly name: string;
}

/** All files below a folder, or a file itself, in the order of their names. Links are not followed, `.git` is left out. `base` comes from `resolve`. */
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
  // A folder that has become a link is no longer the folder that was listed.
  if ((await realpath(folder)) !== folder) return;
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    listing.signal.throwIfAborted();
    if (--listing.left < 0) throw new Error(`There are more than ${mostEntries} files and folders; name a smaller folder.`);
    const path = join(folder, entry.name);
    if (entry.isFile()) yield { path, name: prefix + entry.name };
    else if (entry.isDirectory() && entry.name !== ".git") yield* below(path, `${prefix}${entry.name}/`, listing);
  }
}
