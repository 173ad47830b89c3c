import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Of the repository; this file is two folders below `test`, before and after it is bundled. */
export const root = realpathSync(fileURLToPath(new URL("../../..", import.meta.url)));

/** What is in the working tree, uncommitted files too, without what git ignores. */
export function repositoryFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  return [...new Set(listed.split("\0"))].filter((file) => file !== "" && existsSync(join(root, file)));
}

/** A copy that can be changed: what it shares with the checkout are installed packages of others, which nobody writes to. */
export function copyRepository(files: readonly string[], folder: string): void {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  const parts = files.flatMap((file) => (file.endsWith("package.json") ? [dirname(file)] : []));
  for (const part of parts) linkDependencies(part, folder);
}

/** The folder itself is made anew, because tools keep caches in it. */
function linkDependencies(part: string, folder: string): void {
  const from = join(root, part, "node_modules");
  for (const name of existsSync(from) ? namesIn(from) : []) {
    const link = join(folder, part, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(inCopy(realpathSync(join(from, name)), folder), link, "junction");
  }
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    if (name.startsWith("@")) return readdirSync(join(folder, name)).map((scoped) => join(name, scoped));
    return name.startsWith(".") && name !== ".pnpm" ? [] : [name];
  });

/** Packages of the repository are taken from the copy, so that a mutant reaches all that depend on it. */
function inCopy(target: string, folder: string): string {
  const path = relative(root, target);
  return path.startsWith("..") || path.split(sep).includes("node_modules") ? target : join(folder, path);
}
