import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder, toolContext } from "../../test/support.js";
import { Workspace } from "../workspace/workspace.js";
import { editTool, replaceText } from "./edit.js";

const once = (oldText: string, newText: string) => ({ oldText, newText, all: false });

describe("replaceText", () => {
  test("replaces the one occurrence, literally", () => {
    expect(replaceText("a.b", once(".", "$&$1"))).toBe("a$&$1b");
    expect(replaceText("one\r\ntwo", once("\r\n", "\n"))).toBe("one\ntwo");
  });

  test("replaces all, when asked to", () => {
    expect(replaceText("a a a", { oldText: "a", newText: "aa", all: true })).toBe("aa aa aa");
  });

  test("makes no file that could not be read again", () => {
    const text = "a".repeat(1_000);
    expect(() => replaceText(text, { oldText: "a", newText: "b".repeat(20_000), all: true })).toThrow("larger than 10485760 bytes");
    expect(replaceText(text, { oldText: "a", newText: "bb", all: true })).toHaveLength(2_000);
  });

  test("refuses what is not clear", () => {
    expect(() => replaceText("a", once("b", "c"))).toThrow("does not occur");
    expect(() => replaceText("a a", once("a", "c"))).toThrow("more than once");
    expect(() => replaceText("aaa", once("aa", "c"))).toThrow("more than once");
    expect(() => replaceText("a", once("a", "a"))).toThrow("equal");
  });

  test("an empty old text creates, and never overwrites", () => {
    expect(replaceText("", once("", "new"))).toBe("new");
    expect(() => replaceText("old", once("", "new"))).toThrow("not empty");
  });
});

describe("Edit", () => {
  function setUp() {
    const root = temporaryFolder();
    const tool = editTool(new Workspace(root, { logRoot: ["project"] }));
    const edit = (old_string: string, new_string: string, more: object = {}) =>
      tool.run({ file_path: "/project/a.txt", old_string, new_string, ...more }, toolContext());
    return { file: join(root, "a.txt"), edit };
  }

  test("creates, edits, and edits all", async () => {
    const { file, edit } = setUp();
    expect(await edit("", "b b\r\n")).toBe("Created /project/a.txt.");
    expect(await edit("b b", "b c b", { replace_all: null })).toBe("Edited /project/a.txt.");
    await edit("b", "x", { replace_all: true });
    expect(readFileSync(file, "utf8")).toBe("x c x\r\n");
  });

  test("edits at the same time do not undo one another", async () => {
    const { file, edit } = setUp();
    writeFileSync(file, "0123456789");
    await Promise.all(Array.from("0123456789", (digit) => edit(digit, `<${digit}>`)));
    expect(readFileSync(file, "utf8")).toBe("<0><1><2><3><4><5><6><7><8><9>");
  });

  test("a failed edit changes nothing", async () => {
    const { file, edit } = setUp();
    await expect(edit("a", "b")).rejects.toThrow("There is no file /project/a.txt.");
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, "a a");
    await expect(edit("a", "b")).rejects.toThrow("more than once");
    expect(readFileSync(file, "utf8")).toBe("a a");
  });
});
