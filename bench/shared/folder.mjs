import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A folder beside the dependencies: a temporary one of the system may be in memory, where a sync of the disk costs nothing. */
export function temporaryFolder(name) {
  const path = mkdtempSync(join(fileURLToPath(new URL("../node_modules", import.meta.url)), `.${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
