import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/** Makes a program that Node can run out of `test/NAME.ts`, and returns its path. */
export function bundle(name: string): string {
  const outfile = `${packageFolder}node_modules/.programs/${name}-${process.pid}.mjs`;
  buildSync({
    entryPoints: [`${packageFolder}test/${name}.ts`],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@acta/source"],
    external: ["@photostructure/sqlite", "esbuild"],
    logLevel: "error",
  });
  return outfile;
}
