import { linkSync, lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/support.js";
import { Workspace } from "./workspace.js";

/** A workspace with links of every kind, beside a folder that nobody may touch. */
function setUp() {
  const base = temporaryFolder();
  const root = join(base, "workspace");
  const outside = join(base, "workspace-2");
  mkdirSync(join(root, "src/deep"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(root, "src/a.txt"), "a");
  writeFileSync(join(outside, "secret.txt"), "secret");
  symlinkSync(outside, join(root, "out"));
  symlinkSync(join(outside, "secret.txt"), join(root, "out.txt"));
  symlinkSync("../../workspace-2", join(root, "src/out"));
  symlinkSync(join(outside, "not-yet"), join(root, "dangling"));
  symlinkSync("loop", join(root, "loop"));
  symlinkSync("out", join(root, "chain"));
  symlinkSync("src", join(root, "in"));
  symlinkSync("/", join(root, "machine"));
  const record = join(root, "record.jsonl");
  writeFileSync(record, "");
  linkSync(record, join(root, "record-2.jsonl"));
  return { root, workspace: new Workspace(root, { logRoot: ["project"], record }) };
}

describe("refused", () => {
  test.each([
    ["a path of the machine", "/etc/passwd"],
    ["the root of the machine", "/"],
    ["a name that begins like the root's", "/project-2/a.txt"],
    ["a letter case of the root's name", "/Project/src/a.txt"],
    ["a climb", "../workspace-2/secret.txt"],
    ["a climb from below", "src/../../workspace-2/secret.txt"],
    ["a climb from an absolute path", "/project/../etc/passwd"],
    ["a climb to the folder above", ".."],
    ["many climbs", `${"../".repeat(50)}etc/passwd`],
    ["a link to a folder outside", "out/secret.txt"],
    ["the link itself", "out"],
    ["a link to a file outside", "out.txt"],
    ["a relative link", "src/out/secret.txt"],
    ["a link to a link", "chain/secret.txt"],
    ["a link to the root of the machine", "machine/etc/passwd"],
    ["a new file behind a link", "out/new/file.txt"],
    ["a link to what does not exist yet", "dangling"],
    ["what would be below such a link", "dangling/file.txt"],
    ["a link to itself", "loop"],
    ["what would be below it", "loop/file.txt"],
  ])("%s: outside_workspace", async (_, path) => {
    const { workspace } = setUp();
    expect(await workspace.locate(path)).toMatchObject({ kind: "refused", rule: "outside_workspace" });
    await expect(workspace.resolve(path)).rejects.toThrow(path);
  });

  test.each([
    ["NUL", "src/a.txt\0.png"],
    ["half of a surrogate pair", "src/\ud800"],
    ["a path that no system takes", `${"a/".repeat(3_000)}a`],
  ])("%s: invalid_path", async (_, path) => {
    expect(await setUp().workspace.locate(path)).toMatchObject({ kind: "refused", rule: "invalid_path" });
  });

  test("the record of the run, by any name: record_file", async () => {
    const { workspace } = setUp();
    for (const path of ["/project/record.jsonl", "src/../record.jsonl", "record-2.jsonl"]) {
      expect(await workspace.locate(path)).toMatchObject({ kind: "refused", rule: "record_file" });
    }
  });

  test("every absolute path, where nobody knows the folder of the log", async () => {
    const { root } = setUp();
    const workspace = new Workspace(root);
    expect(await workspace.locate("/project/src/a.txt")).toMatchObject({ rule: "outside_workspace" });
    expect(await workspace.locate(join(root, "src/a.txt"))).toMatchObject({ rule: "outside_workspace" });
    expect(await workspace.locate("src/a.txt")).toMatchObject({ kind: "inside" });
  });
});

describe("inside", () => {
  test.each([
    ["/project/src/a.txt", "src/a.txt"],
    ["/project", ""],
    ["src//./a.txt", "src/a.txt"],
    ["/project/../project/src/a.txt", "src/a.txt"],
    ["new/folder/file.txt", "new/folder/file.txt"],
    ["src/a.txt/below-a-file", "src/a.txt/below-a-file"],
    ["in/a.txt", "src/a.txt"],
    ["in/new.txt", "src/new.txt"],
    ["~/a.txt", "~/a.txt"],
    ["..a/b", "..a/b"],
  ])("%s", async (path, expected) => {
    const { root, workspace } = setUp();
    expect(await workspace.locate(path)).toEqual({ kind: "inside", path: join(root, expected) });
  });

  test("a workspace that does not exist can be judged too, and is not made", async () => {
    const root = join(temporaryFolder(), "none/workspace");
    const workspace = new Workspace(root, { logRoot: ["project"] });
    expect(await workspace.locate("/project/a/b.txt")).toEqual({ kind: "inside", path: join(root, "a/b.txt") });
    expect(await workspace.locate("../b.txt")).toMatchObject({ rule: "outside_workspace" });
    expect(() => lstatSync(root)).toThrow("ENOENT");
  });
});

test("paths are given back in the words of the log", () => {
  const { root, workspace } = setUp();
  expect(workspace.toLog(join(root, "src/a.txt"))).toBe("/project/src/a.txt");
  expect(workspace.toLog(root)).toBe("/project");
  expect(new Workspace(root).toLog(join(root, "src/a.txt"))).toBe("src/a.txt");
  expect(new Workspace(root).toLog(root)).toBe(".");
});

describe("confirm", () => {
  test("accepts what is still there", async () => {
    const { root, workspace } = setUp();
    const path = join(root, "src/a.txt");
    await expect(workspace.confirm(path, lstatSync(path, { bigint: true }))).resolves.toBeUndefined();
  });

  test("refuses the record of the run, whoever found it", async () => {
    const { root, workspace } = setUp();
    const path = join(root, "record-2.jsonl");
    await expect(workspace.confirm(path, lstatSync(path, { bigint: true }))).rejects.toThrow("is the record of this run");
  });

  test("refuses a file that was replaced, and a folder on the way that became a link", async () => {
    const { root, workspace } = setUp();
    const path = join(root, "src/a.txt");
    const opened = lstatSync(path, { bigint: true });
    writeFileSync(join(root, "b.txt"), "b");
    renameSync(join(root, "b.txt"), path);
    await expect(workspace.confirm(path, opened)).rejects.toThrow("replaced");

    const moved = lstatSync(path, { bigint: true });
    renameSync(join(root, "src"), join(root, "moved"));
    symlinkSync("moved", join(root, "src"));
    await expect(workspace.confirm(path, moved)).rejects.toThrow("replaced");
  });
});
