import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-tree.js";

/** Files that packages have a copy of each, because they may not import each other. */
const copies = { "plain.ts": ["journal", "messages", "branch"], "conformance/check.ts": ["journal", "actions", "governance"] };

test.each(Object.entries(copies))("%s is the same wherever it is", (file, packages) => {
  const [first, ...others] = packages.map((name) => readFileSync(join(root, "packages", name, "src", file), "utf8"));
  for (const other of others) expect(other).toBe(first);
});
