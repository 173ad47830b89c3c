import { existsSync } from "node:fs";
import { join } from "node:path";
import { complaintsOf } from "./run-program.js";
import { type PublicPackage, tool } from "./workspace.js";

/** Packs a package as it would be published. Throws when that fails. */
export async function pack({ name, version, folder }: PublicPackage, into: string): Promise<string> {
  const complaints = await complaintsOf(tool("pnpm"), ["pack", "--pack-destination", into], folder);
  const path = join(into, `${name.slice(1).replace("/", "-")}-${version}.tgz`);
  if (complaints.length > 0 || !existsSync(path)) throw new Error(`${name} could not be packed. ${complaints.join("\n")}`);
  return path;
}
