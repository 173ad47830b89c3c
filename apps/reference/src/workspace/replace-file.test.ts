import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support.js";
import { replaceFile } from "./replace-file.js";
import { Workspace } from "./workspace.js";

const { signal } = new AbortController();

test("the bytes are those of the text: no mark, no line end is changed", async () => {
  const root = temporaryFolder();
  const text = "\ufeffone\r\ntwo\u2028drei \u{1f600}\0";
  expect(await replaceFile(new Workspace(root), join(root, "new/folder/a"), text, signal)).toBe("created");
  expect(readFileSync(join(root, "new/folder/a"))).toEqual(Buffer.from(text));
});

test("a file that is there keeps its permissions, and nothing else is left in the folder", async () => {
  const root = temporaryFolder();
  writeFileSync(join(root, "a"), "old");
  chmodSync(join(root, "a"), 0o750);
  expect(await replaceFile(new Workspace(root), join(root, "a"), "new", signal)).toBe("replaced");
  expect(statSync(join(root, "a")).mode & 0o777).toBe(0o750);
  expect(readdirSync(root)).toEqual(["a"]);
});

test("once the call is stopped nothing is replaced and nothing is left", async () => {
  const root = temporaryFolder();
  writeFileSync(join(root, "a"), "old");
  await expect(replaceFile(new Workspace(root), join(root, "a"), "new", AbortSignal.abort(new Error("stopped")))).rejects.toThrow(
    "stopped",
  );
  expect(readFileSync(join(root, "a"), "utf8")).toBe("old");
  expect(readdirSync(root)).toEqual(["a"]);
});

test("a folder that became a link after it was judged does not lead out", async () => {
  const base = temporaryFolder();
  const root = join(base, "workspace");
  mkdirSync(root);
  mkdirSync(join(base, "outside"));
  const workspace = new Workspace(root);
  const paths = await Promise.all(["src/a.txt", "src/new/a.txt"].map((path) => workspace.resolve(path)));
  symlinkSync(join(base, "outside"), join(root, "src"));
  for (const path of paths) await expect(replaceFile(workspace, path, "x", signal)).rejects.toThrow("replaced by a link");
  expect(readdirSync(join(base, "outside"))).toEqual([]);
});

test("a folder is not replaced", async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, "a"));
  await expect(replaceFile(new Workspace(root), join(root, "a"), "x", signal)).rejects.toThrow("a is a folder.");
});

test("several calls may make the same folders at the same time", async () => {
  const root = temporaryFolder();
  const workspace = new Workspace(root);
  const names = Array.from({ length: 20 }, (_, index) => `${index}.txt`);
  await Promise.all(names.map((name) => replaceFile(workspace, join(root, "new/deep/folder", name), name, signal)));
  expect(readdirSync(join(root, "new/deep/folder")).sort()).toEqual(names.sort());
});

test("a text that UTF-8 cannot hold is refused rather than changed", async () => {
  const root = temporaryFolder();
  await expect(replaceFile(new Workspace(root), join(root, "a"), "a\ud800", signal)).rejects.toThrow("half of a surrogate pair");
  expect(readdirSync(root)).toEqual([]);
});
