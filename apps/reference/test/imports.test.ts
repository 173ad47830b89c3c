import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "..");

/** What the program loads from outside when it starts; with `later`, also what some command of it loads when it is asked for. */
function packagesOf({ outputs }: Metafile, later: boolean): readonly string[] {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { path, kind, external } of outputs[name]?.imports ?? []) {
      if (kind === "dynamic-import" && !later) continue;
      if (external) packages.add(path);
      else visit(path);
    }
  };
  visit(Object.keys(outputs).find((name) => name.endsWith("/main.js")) ?? "");
  return [...packages].filter((name) => !name.startsWith("node:"));
}

test("Redis, and what speaks to it, is loaded by the commands that need it only", async () => {
  const { metafile } = await build({
    entryPoints: [join(folder, "src/main.ts")],
    outdir: join(folder, "dist-imports-test"),
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    conditions: ["@acta/source"],
    external: ["@photostructure/sqlite", "bullmq", "ioredis"],
  });
  expect(packagesOf(metafile, false)).not.toContain("bullmq");
  expect(packagesOf(metafile, false)).not.toContain("ioredis");
  expect(packagesOf(metafile, true)).toEqual(expect.arrayContaining(["@photostructure/sqlite", "bullmq", "ioredis"]));
});
