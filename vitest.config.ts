import { readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

const conditions = ["@acta/source", "module", "node", "development|production"];
const folders = ["packages", "apps", "test"].flatMap((group) =>
  readdirSync(group, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [`${group}/${entry.name}`] : [])),
);

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Tests clean up after themselves, so that files can share a thread: loading the same modules again and again would take most of the time.
    pool: "threads",
    isolate: false,
    projects: folders.map((root) => ({
      extends: true as const,
      test: { name: root, root: `./${root}`, include: ["src/**/*.test.ts", "test/**/*.test.ts", "*.test.ts"] },
    })),
  },
});
