import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support.js";
import { listFiles } from "./list-files.js";
import { Workspace } from "./workspace.js";

const { signal } = new AbortController();

test("a folder that is gone before it is its turn hides none of the others", async () => {
  const root = temporaryFolder();
  for (const name of ["b", "c"]) mkdirSync(join(root, name));
  for (const name of ["a", "b/b", "c/c"]) writeFileSync(join(root, name), "");
  const names: string[] = [];
  for await (const { name } of listFiles(new Workspace(root), root, signal)) {
    names.push(name);
    rmSync(join(root, "b"), { recursive: true, force: true });
  }
  expect(names).toEqual(["a", "c/c"]);
});
