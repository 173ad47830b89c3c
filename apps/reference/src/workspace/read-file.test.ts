import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support.js";
import { readTextFile } from "./read-file.js";
import { Workspace } from "./workspace.js";

test("reads exactly what is there; what is not there is null", async () => {
  const root = temporaryFolder();
  writeFileSync(join(root, "a"), "\ufeffa\r\n");
  const workspace = new Workspace(root);
  expect(await readTextFile(workspace, join(root, "a"))).toBe("\ufeffa\r\n");
  expect(await readTextFile(workspace, join(root, "b"))).toBeNull();
  expect(await readTextFile(workspace, join(root, "a/b"))).toBeNull();
});

test("a folder, a pipe, bytes that are no text, and a file that is too large are refused, and none hangs", async () => {
  const root = temporaryFolder();
  const workspace = new Workspace(root);
  mkdirSync(join(root, "folder"));
  execFileSync("mkfifo", [join(root, "pipe")]);
  writeFileSync(join(root, "bytes"), Buffer.from([0xff, 0xfe]));
  writeFileSync(join(root, "large"), "");
  truncateSync(join(root, "large"), 11 * 1024 * 1024);
  await expect(readTextFile(workspace, join(root, "folder"))).rejects.toThrow("folder is a folder.");
  await expect(readTextFile(workspace, join(root, "pipe"))).rejects.toThrow("pipe is not a file.");
  await expect(readTextFile(workspace, join(root, "bytes"))).rejects.toThrow("bytes is not a UTF-8 text.");
  await expect(readTextFile(workspace, join(root, "large"))).rejects.toThrow("large is larger than 10485760 bytes.");
});

test("a link that was made after the path was judged is not followed", async () => {
  const base = temporaryFolder();
  const root = join(base, "workspace");
  mkdirSync(root);
  mkdirSync(join(base, "outside"));
  writeFileSync(join(base, "outside/secret"), "secret");
  const workspace = new Workspace(root);
  const file = await workspace.resolve("secret");
  const below = await workspace.resolve("folder/secret");
  symlinkSync(join(base, "outside/secret"), join(root, "secret"));
  symlinkSync(join(base, "outside"), join(root, "folder"));
  await expect(readTextFile(workspace, file)).rejects.toThrow("ELOOP");
  await expect(readTextFile(workspace, below)).rejects.toThrow("replaced");
});
