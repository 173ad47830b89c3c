import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { runProgram } from "./run-program.js";

/** Outside the workspace: a `node` among its programs would come before the one that runs it. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "acta-runtimes");

/** The program of an npm package of the same name, installed when first needed; or why it could not be. */
export async function fromNpm(name: string, version: string): Promise<{ readonly program: string } | { readonly missing: string }> {
  const folder = join(cache, `${name}-${version}`);
  const program = join(folder, "node_modules/.bin", process.platform === "win32" ? `${name}.cmd` : name);
  if (existsSync(program)) return { program };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const { succeeded, stderr } = await runProgram(
    "npm",
    ["install", "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`],
    folder,
  );
  if (succeeded && existsSync(program)) return { program };
  return { missing: `npm could not install ${name}@${version}. ${stderr.trim().split("\n")[0] ?? ""}` };
}
