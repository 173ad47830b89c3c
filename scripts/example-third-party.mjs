// `npm run example:third-party`: a policy outside the workspace, with the packed contract as its only dependency, against the contract's kit.
// With a folder as argument the installed policy is left there, for `--policy-module` of the reference app for example.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fail, install, root, run, tool, turbo } from "./prepare.mjs";

install();
turbo(["build"], ["@acta/governance"]);

const folder = mkdtempSync(join(tmpdir(), "acta-third-party-"));
try {
  const example = process.argv[2] === undefined ? join(folder, "policy") : resolve(process.env.INIT_CWD ?? ".", process.argv[2]);
  cpSync(join(root, "examples/third-party-policy"), example, { recursive: true, filter: (path) => !path.includes("node_modules") });
  const tarball = pack("governance");
  npm(example, "install", "--offline", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error", tarball);
  const installed = readdirSync(join(example, "node_modules/@acta"));
  if (installed.join() !== "governance") fail(`Only the contract should be installed, not ${installed.join(", ")}.`);

  const controls = readdirSync(join(example, "control")).map((name) => ({ name, ...conformance(example, join("control", name)) }));
  for (const { name, stdout } of controls) console.log(`control ${name}: ${lastLine(stdout)}`);
  const { status, stdout } = conformance(example);
  console.log(stdout.trimEnd());
  const missed = controls.filter((control) => control.status !== 1 || !/, [1-9]\d* failed/.test(lastLine(control.stdout)));
  if (missed.length > 0) console.error(`The kit did not find the defect of ${missed.map(({ name }) => name).join(", ")}.`);
  process.exitCode = status === 0 && missed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The package as it would be published. */
function pack(name) {
  const path = join(folder, `${name}.tgz`);
  if (!run(tool("pnpm"), ["--dir", join("packages", name), "pack", "--out", path])) fail(`@acta/${name} could not be packed.`);
  return path;
}

function npm(cwd, ...arguments_) {
  const { status } = spawnSync("npm", arguments_, { cwd, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  if (status !== 0) fail("The contract could not be installed. What npm said is above.");
}

function conformance(cwd, ...arguments_) {
  return spawnSync(process.execPath, ["conformance.js", ...arguments_], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function lastLine(text) {
  return text.trimEnd().split("\n").at(-1) ?? "";
}
