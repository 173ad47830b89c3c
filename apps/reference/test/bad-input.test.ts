import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { app, temporaryFolder, writeLog } from "./support.js";

const hello = ["Write", { file_path: "/project/a.txt", content: "hello" }] as const;

describe("bad usage and input: 2, one sentence, and nothing written", () => {
  const good = () => writeLog([[hello]]);
  const file = (content: string | Buffer) => {
    const path = join(temporaryFolder(), "file");
    writeFileSync(path, content);
    return path;
  };

  test.each<[string, () => string[], RegExp]>([
    ["no such transcript", () => ["/none/log.json"], /^The transcript \/none\/log\.json does not exist\.$/],
    ["a folder as transcript", () => [temporaryFolder()], /is a folder\.$/],
    ["a transcript that is not JSON", () => [file("hello")], /cannot be used: The text is neither JSON nor JSON lines\.$/],
    ["a torn transcript", () => [file(`${readFileSync(good(), "utf8")}{"type":`)], /cannot be used: Line 2, the last, is not JSON/],
    ["a transcript that is not text", () => [file(Buffer.from([0x22, 0xff, 0x22]))], /is not UTF-8 text\.$/],
    ["an empty transcript", () => [file("")], /^The transcript .* cannot be used: /],
    ["no such policy", () => [good(), "--policy", "/none/p.json"], /^The policy \/none\/p\.json does not exist\.$/],
    [
      "a policy that is not JSON",
      () => [good(), "--policy", file('{\n  "mode": "rules",\n}')],
      /^The policy .* cannot be used: its text is not JSON at line 3, column 1\.$/,
    ],
    [
      "a bad policy",
      () => [good(), "--policy", file('{"mode":"rules","alow":{}}')],
      /^The policy .* cannot be used: The policy is invalid at \/alow/,
    ],
    ["no such workspace", () => [good(), "--workspace", "/none/w"], /^The workspace \/none\/w does not exist\.$/],
    ["a file as workspace", () => [good(), "--workspace", file("")], /^The workspace .* is not a folder\.$/],
    ["a record that exists", () => [good(), "--record", file("mine")], /exists and is not empty; it is never overwritten\.$/],
    [
      "a record where there is no folder",
      () => [good(), "--record", "/none/r.jsonl"],
      /^The record \/none\/r\.jsonl cannot be created: there is no folder \/none\. \(no_folder\)$/,
    ],
    [
      "a journal where there is no folder",
      () => [good(), "--journal", "/none/a/acta.db"],
      /^The journal \/none\/a\/acta\.db cannot be created: there is no folder \/none\/a\. \(no_folder\)$/,
    ],
    [
      "a journal of a name that no file can have",
      () => [good(), "--journal", `/tmp/${"a".repeat(300)}`],
      /cannot be used \(ENAMETOOLONG\)\.$/,
    ],
    ["a journal below a file", () => [good(), "--journal", join(file(""), "acta.db")], /there is no folder .*\/file\. \(no_folder\)$/],
    ["an unknown option", () => [good(), "--colour"], /^Unknown option '--colour'; see --help\.$/],
    ["another transaction", () => [good(), "--transaction", "other"], /^--transaction is corrected or shipped, not "other"\.$/],
  ])("%s", async (_, argv, sentence) => {
    const { status, stdout, stderr, temporary } = await app(["run", ...argv()]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.endsWith("\n")).toBe(true);
    expect(stderr.trimEnd()).toMatch(sentence);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test.each([
    ["[]", "it is an empty list"],
    ["\ufeff [\n]\n", "it is an empty list"],
    ['{"a":1}', "it has no known format"],
    ["[[]]", "it has no known format"],
  ])("a transcript of no known format, %j: what is wrong on a line, the formats on the next", async (content, what) => {
    const path = file(content);
    const { status, stdout, stderr, temporary } = await app(["run", path]);
    expect({ status, stdout, written: readdirSync(temporary) }).toEqual({ status: 2, stdout: "", written: [] });
    expect(stderr.split("\n")).toEqual([
      `The transcript ${path} cannot be used: ${what}.`,
      expect.stringMatching(/^This is none of the known formats: .*claude-code/),
      "",
    ]);
  });

  test("a bad policy leaves no record behind", async () => {
    const record = join(temporaryFolder(), "record.jsonl");
    const { status } = await app(["run", good(), "--policy", "/none", "--record", record]);
    expect(status).toBe(2);
    expect(readdirSync(dirname(record))).toEqual([]);
  });
});
