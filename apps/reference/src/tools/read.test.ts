import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, toolContext } from "../../test/support.js";
import { Workspace } from "../workspace/workspace.js";
import { readTool } from "./read.js";

function setUp(text: string) {
  const root = temporaryFolder();
  writeFileSync(join(root, "a.txt"), text);
  const tool = readTool(new Workspace(root, { logRoot: ["project"] }));
  return (input: object) => tool.run({ file_path: "/project/a.txt", ...input }, toolContext());
}

test("lines are numbered; a last line end makes no further line", async () => {
  expect(await setUp("one\ntwo\n")({})).toBe("     1\tone\n     2\ttwo");
});

test("offset and limit choose lines; null is as good as absent", async () => {
  const read = setUp("1\n2\n3\n4");
  expect(await read({ offset: 2, limit: 2 })).toBe("     2\t2\n     3\t3");
  expect(await read({ offset: null, limit: null })).toContain("     4\t4");
  expect(await read({ offset: 9 })).toBe("");
});

test("at most 2,000 lines of 2,000 characters are shown", async () => {
  const text = (await setUp(`${"x".repeat(2_500)}\n${"x\n".repeat(3_000)}`)({})) as string;
  expect(text.split("\n")).toHaveLength(2_000);
  expect(text.indexOf("\n")).toBe(2_007);
});

test("a long answer is cut after a whole line, and says how to go on", async () => {
  const lines = ((await setUp(`${"x".repeat(2_000)}\n`.repeat(200))({})) as string).split("\n");
  expect(lines).toHaveLength(125);
  expect(lines.at(-2)).toBe(`   124\t${"x".repeat(2_000)}`);
  expect(lines.at(-1)).toBe("(The file goes on; read the rest by offset.)");
});

test("what is not there fails in a sentence", async () => {
  await expect(setUp("")({ file_path: "/project/b.txt" })).rejects.toThrow("There is no file /project/b.txt.");
});
