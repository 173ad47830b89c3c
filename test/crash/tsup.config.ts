import { defineConfig } from "tsup";

const shared = { format: ["esm" as const], platform: "node" as const, target: "es2022", splitting: false };

export default defineConfig([
  { ...shared, entry: { main: "src/main.ts", "bench-journal": "src/commands/bench-journal.ts", growth: "src/commands/growth.ts" } },
  {
    ...shared,
    entry: { conformance: "src/commands/conformance.ts", "node-sqlite": "src/commands/node-sqlite.ts" },
    outDir: "dist/conformance",
    clean: true,
    // The kit's subjects and controls are tests of their packages; they bring their sources along.
    external: ["vitest"],
  },
  {
    // One file, because hundreds of processes load it.
    ...shared,
    entry: { child: "src/child/child.ts" },
    outDir: "dist/child",
    clean: true,
    noExternal: [/^@acta\//],
  },
]);
