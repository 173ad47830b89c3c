import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The version of a dependency as it is installed: some packages do not export their package.json. */
export function versionOf(name) {
  const path = join(fileURLToPath(new URL("../node_modules", import.meta.url)), name, "package.json");
  if (!existsSync(path)) throw new Error(`${name} is not installed`);
  return JSON.parse(readFileSync(path, "utf8")).version;
}
