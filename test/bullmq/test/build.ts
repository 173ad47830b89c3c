import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A program that Node runs, from its sources; beside the packages that it loads. */
export async function buildProgram(name: "worker" | "leaver"): Promise<{ readonly program: string; remove(): void }> {
  const parent = fileURLToPath(new URL("../dist", import.meta.url));
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "test-"));
  const program = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`../src/child/${name}.ts`, import.meta.url))],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@acta/source"],
    external: ["bullmq", "ioredis", "@photostructure/sqlite"],
    logLevel: "error",
  });
  return { program, remove: () => rmSync(folder, { recursive: true }) };
}
