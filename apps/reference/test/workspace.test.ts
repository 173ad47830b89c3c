import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readJournalFile } from "../src/journal-file.js";
import { app, permissivePolicy, readJsonLines, temporaryFolder, writeLog } from "./support.js";

const hello = ["Write", { file_path: "/project/a.txt", content: "hello" }] as const;

describe("the workspace", () => {
  test("what is in a given one is used, and nothing outside is touched, whatever the policy allows", async () => {
    const base = temporaryFolder();
    const workspace = join(base, "workspace");
    mkdirSync(workspace);
    mkdirSync(join(base, "outside"));
    writeFileSync(join(base, "outside/secret.txt"), "secret");
    symlinkSync("../outside", join(workspace, "link"));
    const paths = ["/etc/passwd", "../outside/secret.txt", "link/secret.txt", "/project/link/new.txt", join(base, "outside/secret.txt")];
    const turns = paths.flatMap((file_path) => [
      [["Read", { file_path }] as const],
      [["Write", { file_path, content: "x" }] as const],
      [["Edit", { file_path, old_string: "secret", new_string: "x" }] as const],
      [["Glob", { pattern: "*", path: file_path }] as const],
      [["Grep", { pattern: ".", path: file_path }] as const],
    ]);
    const argv = ["run", writeLog([...turns, [hello]]), "--json", "--workspace", workspace, "--policy", permissivePolicy()];
    const { status, stdout } = await app(argv);
    const { calls } = readJsonLines(stdout);
    expect(status).toBe(0);
    expect(calls.slice(0, -1).map(({ decision }) => decision?.rule)).toEqual(turns.map(() => "outside_workspace"));
    expect(calls.at(-1)?.outcome?.kind).toBe("succeeded");
    expect(readdirSync(base).sort()).toEqual(["outside", "workspace"]);
    expect(readdirSync(join(base, "outside"))).toEqual(["secret.txt"]);
    expect(readFileSync(join(base, "outside/secret.txt"), "utf8")).toBe("secret");
    expect(readdirSync(workspace).sort()).toEqual(["a.txt", "link"]);
  });

  test("a record that lies in it cannot be touched by a call", async () => {
    const workspace = temporaryFolder();
    const record = join(workspace, "record.jsonl");
    const log = writeLog([[["Write", { file_path: "/project/record.jsonl", content: "" }]]]);
    const { stdout } = await app(["run", log, "--json", "--workspace", workspace, "--record", record]);
    expect(readJsonLines(stdout).calls[0]?.decision?.rule).toBe("record_file");
    expect(readJournalFile(record).map(({ kind }) => kind)).toEqual(["run.begun", "call.proposed", "call.settled"]);
  });

  test("without a working directory in the log, the folder that its calls share is mapped", async () => {
    const log = writeLog([[hello], [["Glob", { pattern: "*", path: "/project" }]]], "");
    const { stdout } = await app(["run", log]);
    const workspace = /^Workspace: (.+)$/m.exec(stdout)?.[1] ?? "";
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("hello");
  });

  test("keys that other versions of a tool know do not make a call fail", async () => {
    const more = { unknown: { deep: [1, null] }, another: true };
    const log = writeLog([
      [["Write", { file_path: "a.txt", content: "a", ...more }]],
      [["Read", { file_path: "a.txt", ...more }]],
      [["Edit", { file_path: "a.txt", old_string: "a", new_string: "b", ...more }]],
      [["Glob", { pattern: "*", ...more }]],
      [["Grep", { pattern: "b", ...more }]],
    ]);
    const { calls } = readJsonLines((await app(["run", log, "--json"])).stdout);
    expect(calls.map(({ outcome }) => outcome?.kind)).toEqual(Array.from({ length: 5 }, () => "succeeded"));
  });
});
