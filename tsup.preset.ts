import { readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { defineConfig, type Options } from "tsup";

type Entry = Record<string, string>;

/** The step that makes CommonJS leaves absolute paths in its source maps; what is published names no folder of the machine that built it. */
const portableMaps: NonNullable<Options["plugins"]>[number] = {
  name: "portable-maps",
  buildEnd({ writtenFiles }) {
    for (const { name } of writtenFiles) {
      if (!name.endsWith(".cjs.map")) continue;
      const { file: _, sources, ...map } = JSON.parse(readFileSync(name, "utf8"));
      const portable = sources.map((source: string) => (source.startsWith(".") ? source : relative(dirname(name), source)));
      writeFileSync(name, JSON.stringify({ ...map, sources: portable }));
    }
  },
};

const shared = {
  format: ["esm", "cjs"],
  dts: true,
  sourcemap: true,
  clean: true,
  target: "es2022",
  splitting: true,
  treeshake: false,
  plugins: [portableMaps],
} satisfies Options;

/** Contracts, engines, the facade: built without a single Node type or module, so that they run anywhere. */
export const neutralPackage = (entry: Entry) =>
  defineConfig({ ...shared, entry, platform: "neutral", removeNodeProtocol: false, dts: { compilerOptions: { types: [] } } });

/** Adapters that need Node. `shims`: `import.meta.url` in CommonJS too. */
export const nodePackage = (entry: Entry) => defineConfig({ ...shared, entry, platform: "node", shims: true });

/** A program of this repository, which nobody imports. */
export const nodeProgram = (entry: Entry) =>
  defineConfig({ entry, format: ["esm"], platform: "node", target: "es2022", sourcemap: true, clean: true });
