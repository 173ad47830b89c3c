import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readTarball } from "./read-tarball.js";
import { complaintsOf } from "./run-program.js";
import { tool } from "./workspace.js";

/** A copy of a tarball, broken on purpose in its manifest: for controls. */
export async function brokenTarball(tarball: string, folder: string, damage: (manifest: string) => string): Promise<string> {
  for (const [path, text] of readTarball(tarball)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, path === "package.json" ? damage(text) : text);
  }
  const path = join(folder, "broken.tgz");
  const complaints = await complaintsOf(tool("pnpm"), ["pack", "--out", path], folder);
  if (complaints.length > 0) throw new Error(`The broken package could not be packed. ${complaints.join("\n")}`);
  return path;
}
