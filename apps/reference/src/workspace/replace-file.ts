import { randomUUID } from "node:crypto";
import { constants, lstat, mkdir, open, realpath, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nullIfMissing } from "./read-file.js";
import type { Workspace } from "./workspace.js";

/**
 * Makes a file of the workspace hold exactly this text, at once: whoever reads it meets the old content or the new. A file that is there
 * keeps its permissions. Nothing is replaced once `signal` is aborted, or by a text that UTF-8 cannot hold. `path` comes from `resolve`.
 */
export async function replaceFile(workspace: Workspace, path: string, text: string, signal: AbortSignal): Promise<"created" | "replaced"> {
  if (/\p{Surrogate}/u.test(text)) throw new Error("The text holds half of a surrogate pair, which no UTF-8 file can hold.");
  const existing = await lstat(path).catch(nullIfMissing);
  if (existing?.isDirectory()) throw new Error(`${workspace.toLog(path)} is a folder.`);
  if (existing && !existing.isFile()) throw new Error(`${workspace.toLog(path)} is not a file.`);
  const folder = dirname(path);
  await makeFolder(folder);
  const temporary = join(folder, `.acta-${randomUUID()}`);
  const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o666);
  try {
    await workspace.confirm(temporary, await handle.stat({ bigint: true }));
    await handle.writeFile(text);
    if (existing) await handle.chmod(existing.mode & 0o777);
    await handle.sync();
    await requireReal(folder);
    signal.throwIfAborted();
    await rename(temporary, path);
    return existing ? "replaced" : "created";
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
}

/** Makes the folders that are missing, each only where the one above is real. */
async function makeFolder(folder: string): Promise<void> {
  if ((await lstat(folder).catch(nullIfMissing)) === null) {
    await makeFolder(dirname(folder));
    await mkdir(folder).catch(ignoreExisting);
  }
  await requireReal(folder);
}

async function requireReal(folder: string): Promise<void> {
  if ((await realpath(folder)) !== folder) throw new Error("A folder on the way was replaced by a link.");
}

/** Another call may make the same folder at the same time. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
