// Runs one of `test/commands`: `node packages/journal-sqlite/test/run.mjs conformance|processes [options]`.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [name = "conformance"] = process.argv.splice(2, 1);
const folder = fileURLToPath(new URL("..", import.meta.url));
const outfile = `${folder}node_modules/.programs/${name}.mjs`;
await build({
  entryPoints: [`${folder}test/commands/${name}.ts`],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  conditions: ["@acta/source"],
  external: ["@photostructure/sqlite", "esbuild"],
  // A bundle lies elsewhere than its source; programs that bundle others start from the package.
  define: { "import.meta.url": JSON.stringify(new URL("index.ts", import.meta.url).href) },
  logLevel: "error",
});
await import(outfile);
