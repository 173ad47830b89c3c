import { randomBytes } from "node:crypto";
import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Io } from "./io.js";

/** The path of a folder that does not exist, for what a run leaves behind. Nothing is made. */
export async function freshPath(io: Io): Promise<string> {
  return join(await realpath(io.temporaryFolder), `acta-${randomBytes(6).toString("hex")}`);
}

/** Makes a folder for this user only. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
}
