import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "acta-specimens-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Names of the functions whose code a full collection throws away, because of hidden classes that nothing has any more. */
function thrownAway(name: string): readonly string[] {
  const outfile = join(folder, `${name}.mjs`);
  const entryPoints = [join(import.meta.dirname, "children", `${name}.ts`)];
  buildSync({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", conditions: ["@acta/source"], logLevel: "error" });
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", "--trace-deopt", outfile], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  expect([status, stderr]).toEqual([0, ""]);
  const [, collecting = ""] = /^COLLECTING(.*?)^COLLECTED/ms.exec(stdout) ?? [];
  return [...collecting.matchAll(/SharedFunctionInfo ([^>]*)>.*reason: weak objects/g)].map(([, of = ""]) => of);
}

test("between two calls a full collection leaves the code of the transaction as it is", { timeout: 60_000 }, () => {
  const names = thrownAway("full-collection");
  // The control: nobody keeps what these two are about.
  const control = ["sumOfPassing", "Passing"];
  expect(names).toContain("sumOfPassing");
  // What sets the fields of a new object may be compiled for the hidden classes on the way to the last one.
  expect(names.filter((name) => !control.includes(name) && !name.startsWith("<instance_members_initializer"))).toEqual([]);
});
