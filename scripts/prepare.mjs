// Installs and builds what a command needs. Everything it prints goes to stderr: stdout belongs to the command.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Installs the locked dependencies of a folder with the pinned pnpm, unless that was done for the same lock file before. */
export function install(folder = ".") {
  const home = join(root, folder);
  const stamp = join(home, "node_modules/.installed");
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) fail(`Acta's tools need Node 20.19 or newer; this is ${process.version}.`);
  const wanted = `${digest(home, "pnpm-lock.yaml", "package.json", "pnpm-workspace.yaml")} ${process.version}`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [, version] = /^pnpm@([^+]+)/.exec(packageManager);
  const arguments_ = ["--yes", `pnpm@${version}`, "install", "--frozen-lockfile", "--prefer-offline"];
  if (!run("npx", arguments_, { CI: "true", npm_config_loglevel: "notice" }, home))
    fail("The dependencies could not be installed. What npm said is above.");
  mkdirSync(join(home, "node_modules"), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Runs tasks of all packages, or of those that `filters` name and what they depend on. Nothing is done twice. */
export function turbo(tasks, filters = []) {
  const arguments_ = ["run", ...tasks, "--output-logs=errors-only", ...filters.map((name) => `--filter=${name}`)];
  const environment = { TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", TURBO_NO_UPDATE_NOTIFIER: "1" };
  console.error(`Running ${tasks.join(" and ")} where something has changed (minutes the first time, seconds after).`);
  if (!run(tool("turbo"), arguments_, environment, root, { onlyFailures: true }))
    fail(`The ${tasks.join(", ")} of the packages failed. The reason is above.`);
}

export const tool = (name) => join(root, "node_modules/.bin", process.platform === "win32" ? `${name}.cmd` : name);

/** True when the program ended well. With `onlyFailures` what it prints is shown when it did not. */
export function run(program, arguments_, environment = {}, folder = root, { onlyFailures = false } = {}) {
  const path = `${join(root, "node_modules/.bin")}${process.platform === "win32" ? ";" : ":"}${process.env.PATH}`;
  const { status, stdout, stderr } = spawnSync(program, arguments_, {
    cwd: folder,
    stdio: onlyFailures ? ["ignore", "pipe", "pipe"] : ["ignore", 2, 2],
    maxBuffer: 2 ** 28,
    shell: process.platform === "win32",
    env: { ...process.env, PATH: path, ...environment },
  });
  if (onlyFailures && status !== 0) process.stderr.write(Buffer.concat([stdout ?? Buffer.alloc(0), stderr ?? Buffer.alloc(0)]));
  return status === 0;
}

export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function digest(folder, ...files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}
