import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createCallContext, evaluate } from "@acta/governance";
import { expect, test } from "vitest";
import { temporaryFolder, toolContext } from "../../test/support.js";
import { Workspace } from "../workspace/workspace.js";
import { globTool, splitPattern } from "./glob.js";

function setUp(files: readonly string[]) {
  const root = temporaryFolder();
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
  const tool = globTool(new Workspace(root, { logRoot: ["project"] }));
  const decide = (input: object) => evaluate(tool.policy ?? (() => false), createCallContext({ function: "Glob", arguments: input }));
  return { root, decide, glob: (pattern: string, path?: string) => tool.run({ pattern, path }, toolContext()) };
}

test("lists by name, in the words of the log, wherever it starts", async () => {
  const { glob } = setUp(["b.py", "src/a.py", "src/a.ts", ".git/c.py", ".hidden/d.py"]);
  expect(await glob("**/*.py")).toBe("/project/.hidden/d.py\n/project/b.py\n/project/src/a.py");
  expect(await glob("*", "src")).toBe("/project/src/a.py\n/project/src/a.ts");
  expect(await glob("*.py", "/project/src")).toBe("/project/src/a.py");
  expect(await glob("/project/src/*.ts")).toBe("/project/src/a.ts");
  expect(await glob("/project/b.py")).toBe("/project/b.py");
  expect(await glob("*.rs")).toBe("No files found");
});

test("links are not followed, and lead nowhere", async () => {
  const { root, glob } = setUp(["a.py"]);
  const outside = temporaryFolder();
  writeFileSync(join(outside, "secret.py"), "");
  symlinkSync(outside, join(root, "out"));
  symlinkSync(root, join(root, "cycle"));
  expect(await glob("**/*.py")).toBe("/project/a.py");
  await expect(glob("out/*.py")).rejects.toThrow("leads out of the workspace");
});

test("a pattern is judged like a path", async () => {
  const { decide } = setUp([]);
  for (const input of [{ pattern: "/etc/*" }, { pattern: "../*" }, { pattern: "*", path: "/etc" }, { pattern: "../*", path: "." }]) {
    expect(await decide(input)).toMatchObject({ kind: "deny", rule: "outside_workspace" });
  }
  expect(await decide({ pattern: "/project/**/*.py", path: null })).toMatchObject({ kind: "allow" });
});

test("a folder that is not there fails in a sentence", async () => {
  await expect(setUp([]).glob("*", "none")).rejects.toThrow("There is no /project/none.");
});

test("a stopped call stops listing", async () => {
  const root = temporaryFolder();
  writeFileSync(join(root, "a"), "");
  const stopped = toolContext(AbortSignal.abort(new Error("stopped")));
  await expect(globTool(new Workspace(root)).run({ pattern: "*" }, stopped)).rejects.toThrow("stopped");
});

test("the names before the first special one are the folder to start in", () => {
  expect(splitPattern("/a/b/*.ts")).toEqual({ folder: "/a/b", rest: "*.ts" });
  expect(splitPattern("a/**/b")).toEqual({ folder: "./a", rest: "**/b" });
  expect(splitPattern("a.ts")).toEqual({ folder: "./", rest: "a.ts" });
});

test("an empty path is as good as none", async () => {
  const { decide, glob } = setUp(["a.py"]);
  expect(await decide({ pattern: "*", path: "" })).toMatchObject({ kind: "allow" });
  expect(await glob("*", "")).toBe("/project/a.py");
});
