import { defineConfig } from "tsup";

export default defineConfig([
  { entry: { main: "src/main.ts" }, format: ["esm"], platform: "node", target: "es2022" },
  {
    // One file each, from what the packages publish, so that any runtime can run it.
    entry: {
      scenario: "src/programs/scenario.ts",
      "scenario-control": "src/programs/scenario-control.ts",
      page: "src/programs/page.ts",
      "page-control": "src/programs/page-control.ts",
    },
    outDir: "dist/programs",
    format: ["esm"],
    platform: "neutral",
    target: "es2022",
    splitting: false,
    noExternal: [/./],
    clean: true,
  },
]);
