import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { app, readJsonLines, temporaryFolder, writeLog, writePolicy } from "./support.js";

const turns = [
  [["Write", { file_path: "/project/a.txt", content: "new" }] as const, ["Read", {}] as const],
  [["Bash", { command: "rm -r /" }] as const],
  [["Weather", {}] as const],
];

test("decides, and writes nothing at all", async () => {
  const workspace = temporaryFolder();
  writeFileSync(join(workspace, "a.txt"), "old");
  const record = join(temporaryFolder(), "record.jsonl");
  const { status, stdout, stderr, temporary } = await app([
    "run",
    writeLog(turns),
    "--dry-run",
    "--json",
    "--workspace",
    workspace,
    "--record",
    record,
  ]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const { calls, summary } = readJsonLines(stdout);
  expect(calls.map(({ decision, outcome }) => [decision?.kind, decision?.rule, outcome?.error?.code])).toEqual([
    ["allow", "allow.Write[0]", undefined],
    [undefined, undefined, "invalid_arguments"],
    ["deny", "default", undefined],
    [undefined, undefined, "unknown_tool"],
  ]);
  expect(
    calls.map(({ index, callId, requestId, correlationId, durationMs }) => [index, callId, requestId, correlationId, durationMs]),
  ).toEqual([1, 2, 3, 4].map((id) => [id - 1, null, null, `toolu_${id}`, 0]));
  expect(summary).toMatchObject({ calls: 4, requests: 0, responses: 0, pending: 0, record: null, outcomes: { rejected: 2, denied: 0 } });

  expect(readdirSync(temporary)).toEqual([]);
  expect(readdirSync(dirname(record))).toEqual([]);
  expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("old");
  expect(readdirSync(workspace)).toEqual(["a.txt"]);
});

test("without a workspace none is made; paths are judged all the same", async () => {
  const log = writeLog([
    [
      ["Read", { file_path: "/project/a.txt" }],
      ["Read", { file_path: "/etc/passwd" }],
    ],
  ]);
  const { status, stdout, temporary } = await app(["run", log, "--dry-run", "--json"]);
  expect(status).toBe(0);
  expect(readJsonLines(stdout).calls.map(({ decision }) => decision?.kind)).toEqual(["allow", "deny"]);
  expect(readdirSync(temporary)).toEqual([]);
});

test("the table says what would be decided", async () => {
  const { stdout } = await app(["run", writeLog(turns), "--dry-run"]);
  expect(stdout).toMatch(/^1 {2}Write .* allow {5}allow\.Write\[0\] {2}-/m);
  expect(stdout).toContain("\n4 calls: 1 allow, 2 rejected, 1 deny.\nDry run: nothing was run or written.\n");
});

test("the table says why a call would be denied, or wait, and nothing of one that would run", async () => {
  const policy = writePolicy({ mode: "rules", allow: { Write: ["*"] }, deny: { Bash: ["rm *"] }, escalate: { Bash: ["ls"] } });
  const log = writeLog([
    ...turns,
    [
      ["Bash", { command: "ls" }],
      ["Read", { file_path: "/etc/passwd" }],
    ],
  ]);
  const { stdout } = await app(["run", log, "--dry-run", "--policy", policy]);
  const results = stdout.split("\n").flatMap((line) => (/^\d/.test(line) ? [line.split(/ {2,}/).slice(5).join("|")] : []));
  expect(results.slice(0, 6)).toEqual([
    "-|-",
    expect.stringMatching(/^rejected\|-\|invalid arguments: /),
    '-|-|Rule deny.Bash[0] ("rm *") holds for the call.',
    'rejected|-|there is no tool named "Weather"',
    '-|-|Rule escalate.Bash[0] ("ls") holds for the call.',
    "-|-|No rule holds for the call.",
  ]);
});

test("bad input is 2 here too", async () => {
  expect(await app(["run", "/none", "--dry-run"])).toMatchObject({ status: 2, stderr: "The transcript /none does not exist.\n" });
});
