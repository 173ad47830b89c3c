// `npm test`: everything that needs no server. The last line counts.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail, install, root, run, tool, turbo } from "./prepare.mjs";

install();
turbo(["build", "typecheck"]);
if (!run(tool("biome"), ["check", "."])) fail("The linter found something. It is above.");

const folder = mkdtempSync(join(tmpdir(), "acta-test-"));
const summary = join(folder, "summary.json");
const arguments_ = ["run", "--reporter=default", "--reporter=./test/requirements/reporter.ts", ...process.argv.slice(2)];
const { status } = spawnSync(tool("vitest"), arguments_, {
  cwd: root,
  stdio: ["ignore", "inherit", "inherit"],
  shell: process.platform === "win32",
  env: { ...process.env, ACTA_TEST_SUMMARY: summary, ACTA_TEST_PART: process.argv.length > 2 ? "1" : "" },
});
const counted = read(summary);
rmSync(folder, { recursive: true, force: true });
if (counted === undefined) fail("The tests did not come to an end.");
console.log(`${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped`);
process.exit(counted.failed > 0 || status !== 0 ? 1 : 0);

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
