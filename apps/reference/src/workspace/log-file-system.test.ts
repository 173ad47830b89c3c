import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createCallContext } from "@acta/governance";
import { PermissionPolicy } from "@acta/permissions";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support.js";
import { logFileSystem } from "./log-file-system.js";

const root = () => {
  const folder = temporaryFolder();
  for (const name of ["src", "secret"]) mkdirSync(join(folder, name));
  symlinkSync("../secret", join(folder, "src/link"));
  return folder;
};

test("a path of the log, a relative one, and the real one are the same place", () => {
  const folder = root();
  const view = logFileSystem(folder, ["project"]);
  for (const path of ["/project/src/a", "src/a", join(folder, "src/a"), "/project/x/../src/./a", "/etc/../project/src/a"]) {
    expect(view.resolvePath(path).at(-1)).toBe(join(folder, "src/a"));
  }
  expect(view.resolvePath("/project").at(-1)).toBe(folder);
  expect(view.resolvePath("/project/../etc/passwd").at(-1)).toBe("/etc/passwd");
  expect(view.resolvePath("/project-2/a").at(-1)).toBe("/project-2/a");
});

test("a policy that allows a folder of the log does not allow what a link leads to", () => {
  const fileSystem = logFileSystem(root(), ["project"]);
  const rules = { allow: { Read: [{ arguments: { file_path: { pathWithin: "/project/src" } } }] } };
  const policy = PermissionPolicy.from({ mode: "rules", ...rules }, { fileSystem });
  const decide = (file_path: string) => policy.decide(createCallContext({ function: "Read", arguments: { file_path } })).kind;
  expect(["/project/src/a", "src/a", "/project/src/link/key", "src/link", "/project/secret/key", "/etc/src/a"].map(decide)).toEqual([
    "allow",
    "allow",
    "deny",
    "deny",
    "deny",
    "deny",
  ]);
});
