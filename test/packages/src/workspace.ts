import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Of the monorepo; this file is two folders below `test`, before and after it is bundled. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface PublicPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  /** What can be imported, without files of data. */
  readonly entries: readonly string[];
}

export function publicPackages(): PublicPackage[] {
  return readdirSync(join(root, "packages"), { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [];
    const folder = join(root, "packages", entry.name);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (manifest.private === true) return [];
    const subpaths = Object.keys(manifest.exports).filter((subpath) => !subpath.endsWith(".json"));
    return [{ name: manifest.name, version: manifest.version, folder, entries: subpaths.map((path) => manifest.name + path.slice(1)) }];
  });
}

export const tool = (name: string): string => join(root, "node_modules/.bin", process.platform === "win32" ? `${name}.cmd` : name);

/** A version that the workspace pins, so that the consumer gets the one that was tested here. */
export function pinned(name: string): string {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const catalog = new RegExp(`^  "?${name}"?: (\\S+)$`, "m").exec(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8"));
  const version: unknown = catalog?.[1] ?? devDependencies[name];
  if (typeof version !== "string") throw new Error(`The workspace pins no version of ${name}.`);
  return version;
}
