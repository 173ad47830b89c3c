import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, toolContext } from "../../test/support.js";
import { Workspace } from "../workspace/workspace.js";
import { grepTool } from "./grep.js";

const files = { "a.py": "one\ndef two\nthree\n", "src/b.ts": "def\r\nDEF\n", "src/c.py": "none\n" };

function setUp(given: Readonly<Record<string, string | Buffer>> = files) {
  const root = temporaryFolder();
  for (const [name, content] of Object.entries(given)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  const tool = grepTool(new Workspace(root, { logRoot: ["project"] }));
  return (pattern: string, options: object = {}) => tool.run({ pattern, ...options }, toolContext());
}

test("names files by default; shows lines, or counts them, when asked to", async () => {
  const grep = setUp();
  expect(await grep("def")).toBe("/project/a.py\n/project/src/b.ts");
  expect(await grep("def", { output_mode: "content" })).toBe("/project/a.py:2:def two\n/project/src/b.ts:1:def\r");
  expect(await grep("def", { output_mode: "content", "-n": false })).toBe("/project/a.py:def two\n/project/src/b.ts:def\r");
  expect(await grep("def", { output_mode: "count", "-i": true })).toBe("/project/a.py:1\n/project/src/b.ts:2");
  expect(await grep("nowhere")).toBe("No matches found");
});

test("lines around a match are marked as such", async () => {
  const grep = setUp();
  expect(await grep("two", { output_mode: "content", "-A": 1, "-B": 1 })).toBe(
    "/project/a.py-1-one\n/project/a.py:2:def two\n/project/a.py-3-three",
  );
  expect(await grep("^one", { output_mode: "content", "-C": 1 })).toBe("/project/a.py:1:one\n/project/a.py-2-def two");
});

test("path, glob, type and head_limit narrow the search", async () => {
  const grep = setUp();
  expect(await grep(".", { path: "/project/src" })).toBe("/project/src/b.ts\n/project/src/c.py");
  expect(await grep(".", { path: "src/c.py" })).toBe("/project/src/c.py");
  expect(await grep(".", { glob: "*.py" })).toBe("/project/a.py\n/project/src/c.py");
  expect(await grep(".", { glob: "src/*.{py,rs}" })).toBe("/project/src/c.py");
  expect(await grep(".", { type: "ts" })).toBe("/project/src/b.ts");
  expect(await grep(".", { head_limit: 1 })).toBe("/project/a.py");
});

test("files that are no text are passed over", async () => {
  expect(await setUp({ bytes: Buffer.from([0xff, 0x61]), text: "a" })("a")).toBe("/project/text");
});

test("overlapping surroundings are shown once, and cost no more than their lines", async () => {
  const grep = setUp({ "a.txt": "x\n".repeat(100_000) });
  const answer = (await grep("x", { output_mode: "content", "-C": 100_000 })) as string;
  expect(answer.split("\n").slice(0, 2)).toEqual(["/project/a.txt:1:x", "/project/a.txt:2:x"]);
  expect(answer.length).toBeLessThan(110_000);
});

test("a long line is cut; an empty file has no line", async () => {
  const grep = setUp({ "a.txt": "x".repeat(1_000_000), "b.txt": "" });
  expect(await grep("^", { output_mode: "content" })).toHaveLength(2_000);
});
