import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brokenTarball } from "./broken-tarball.js";
import { consume } from "./consumer.js";
import { contentProblems } from "./content-problems.js";
import { attw, publint } from "./lint-tarball.js";
import { pack } from "./pack.js";
import { readTarball } from "./read-tarball.js";
import { Report } from "./report.js";
import { type PublicPackage, publicPackages } from "./workspace.js";

const report = new Report((line) => console.log(line));
const folder = realpathSync(mkdtempSync(join(tmpdir(), "acta-packages-")));
try {
  const tarballs = await inspect();
  await controls(tarballs);
  report.heading("In a stranger's project");
  await consume(tarballs, join(folder, "consumer"), report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${report.summary()}`);
process.exitCode = report.failed > 0 ? 1 : 0;

async function inspect(): Promise<Map<PublicPackage, string>> {
  report.heading("Packed");
  const tarballs = new Map<PublicPackage, string>();
  for (const one of publicPackages()) {
    const tarball = await pack(one, folder);
    tarballs.set(one, tarball);
    const [linted, typed] = await Promise.all([publint(tarball), attw(tarball)]);
    const problems = [...contentProblems(readTarball(tarball)), ...linted, ...typed];
    report.check(`${one.name} ${one.version}: contents, publint --strict, attw`, problems);
  }
  return tarballs;
}

async function controls(tarballs: ReadonlyMap<PublicPackage, string>): Promise<void> {
  report.heading("Broken on purpose");
  const [tarball = ""] = tarballs.values();
  const misplaced = await brokenTarball(tarball, join(folder, "misplaced"), (manifest) =>
    manifest.replaceAll("./dist/index.d.cts", "./dist/missing.d.cts"),
  );
  report.control("publint: types at a wrong path", await publint(misplaced), /missing\.d\.cts/);
  report.control("attw: types at a wrong path", await attw(misplaced), /from CJS\): (?!🟢)/);
  const leaking = await brokenTarball(tarball, join(folder, "leaking"), (manifest) =>
    manifest.replace('"import"', '"@acta/source": "./src/index.ts", "import"'),
  );
  report.control("contents: a source condition", contentProblems(readTarball(leaking)), /package\.json contains the source condition/);
}
