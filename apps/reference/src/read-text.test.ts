import { execFileSync } from "node:child_process";
import { createWriteStream, openSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../test/support.js";
import { Interruption } from "./interruption.js";
import { readText } from "./read-text.js";
import { UsageError } from "./usage-error.js";

const { signal } = new AbortController();

function pipe(): string {
  const path = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  return path;
}

/** Opened for reading too, because otherwise it would wait for a reader. */
const writerOf = (path: string) => createWriteStream("", { fd: openSync(path, "r+") });

test("reads a file, without its byte order mark", async () => {
  const path = join(temporaryFolder(), "a");
  writeFileSync(path, "\ufeffa\r\n");
  expect(await readText(path, "policy", signal)).toBe("a\r\n");
});

test("reads a pipe to its end, whatever the pieces", async () => {
  const path = pipe();
  const text = "\u00e4".repeat(100_000);
  writerOf(path).end(text);
  expect(await readText(path, "policy", signal)).toBe(text);
});

test("a pipe to which nobody writes is empty; one whose writer says nothing ends with the signal", async () => {
  const path = pipe();
  expect(await readText(path, "policy", signal)).toBe("");
  const controller = new AbortController();
  const writer = writerOf(path);
  const reading = readText(path, "policy", controller.signal);
  const reason = new Interruption("SIGINT");
  controller.abort(reason);
  await expect(reading).rejects.toBe(reason);
  writer.destroy();
});

test.each<[string, () => string, string]>([
  ["what is not there", () => "/none", "does not exist."],
  ["a folder", temporaryFolder, "is a folder."],
  ["a device without an end", () => "/dev/zero", "is neither a file nor a pipe."],
  ["a name below a file", () => "/dev/null/a", "cannot be read (ENOTDIR)."],
  ["bytes that are no text", () => fileOf(Buffer.from([0xff])), "is not UTF-8 text."],
  ["a file of a terabyte", () => largeFile(2 ** 40), "is larger than 268435456 bytes."],
])("%s fails in a sentence", async (_, path, problem) => {
  const given = path();
  const failure = await readText(given, "policy", signal).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UsageError);
  expect((failure as Error).message).toBe(`The policy ${given} ${problem}`);
});

function fileOf(content: string | Buffer): string {
  const path = join(temporaryFolder(), "file");
  writeFileSync(path, content);
  return path;
}

function largeFile(size: number): string {
  const path = fileOf("");
  truncateSync(path, size);
  return path;
}
