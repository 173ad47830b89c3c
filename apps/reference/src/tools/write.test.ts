import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, toolContext } from "../../test/support.js";
import { Workspace } from "../workspace/workspace.js";
import { writeTool } from "./write.js";

test("creates, then replaces, with exactly the content given", async () => {
  const root = temporaryFolder();
  const tool = writeTool(new Workspace(root, { logRoot: ["project"] }));
  const write = (content: string) => tool.run({ file_path: "/project/src/a.txt", content }, toolContext());
  expect(await write("one\r\n")).toBe("Created /project/src/a.txt.");
  expect(await write("")).toBe("Replaced /project/src/a.txt.");
  expect(readFileSync(join(root, "src/a.txt"))).toHaveLength(0);
  expect(tool.effect).toBe("idempotent");
});

test("checks the path again, whoever calls it", async () => {
  const tool = writeTool(new Workspace(temporaryFolder()));
  await expect(tool.run({ file_path: "../a.txt", content: "" }, toolContext())).rejects.toThrow("leads out of the workspace");
});
