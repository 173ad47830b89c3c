import { constants, open } from "node:fs/promises";
import type { Workspace } from "./workspace.js";

/** Largest file that a tool reads, in bytes. */
export const largestFile = 10 * 1024 * 1024;

/** A text file of the workspace, byte for byte: no mark is dropped, no line end changed. Null where there is none. `path` comes from `resolve`. */
export async function readTextFile(workspace: Workspace, path: string): Promise<string | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Without waiting: to open a pipe would wait for somebody to write into it.
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(nullIfMissing);
  if (handle === null) return null;
  try {
    const stats = await handle.stat({ bigint: true });
    if (stats.isDirectory()) throw new Error(`${workspace.toLog(path)} is a folder.`);
    if (!stats.isFile()) throw new Error(`${workspace.toLog(path)} is not a file.`);
    if (stats.size > largestFile) throw new Error(`${workspace.toLog(path)} is larger than ${largestFile} bytes.`);
    await workspace.confirm(path, stats);
    return decode(await handle.readFile(), workspace.toLog(path));
  } finally {
    await handle.close();
  }
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new Error(`${name} is not a UTF-8 text.`, { cause });
  }
}

export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}
