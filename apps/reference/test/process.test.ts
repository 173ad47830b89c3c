import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readJournalFile } from "../src/journal-file.js";
import { Program } from "./program.js";
import { app, readJsonLines, temporaryFolder, writeLog } from "./support.js";

let program: Program;
beforeAll(async () => {
  program = await Program.build("process-test");
}, 60_000);
afterAll(() => program.remove());

const start: Program["start"] = (...given) => program.start(...given);

test("SIGINT, even when it is delivered twice: 130, and what ran is recorded", async () => {
  const workspace = temporaryFolder();
  writeFileSync(
    join(workspace, "wait.mjs"),
    'import { writeFileSync } from "node:fs"; writeFileSync("started", ""); setInterval(() => {}, 1000);',
  );
  const policy = join(temporaryFolder(), "policy.json");
  writeFileSync(policy, JSON.stringify({ mode: "allow_all" }));
  const log = writeLog([
    [
      ["Bash", { command: "node wait.mjs" }],
      ["Read", { file_path: "a" }],
    ],
  ]);
  const { child, end } = start(["run", log, "--json", "--workspace", workspace, "--policy", policy]);
  await vi.waitUntil(() => existsSync(join(workspace, "started")), { timeout: 5_000 });
  child.kill("SIGINT");
  child.kill("SIGINT");
  const { status, stdout } = await end;
  expect(status).toBe(130);
  expect(readJsonLines(stdout).calls.map(({ outcome }) => outcome?.kind)).toEqual(["cancelled", "skipped"]);
}, 30_000);

test("a record that can no longer be written: 1, nothing more is run, and what was recorded is whole", () => {
  const workspace = temporaryFolder();
  const record = join(temporaryFolder(), "record.jsonl");
  const write = (name: string, content: string) => [["Write", { file_path: name, content }]] as const;
  const log = writeLog([write("a", "hello"), write("b", "hello".repeat(100_000)), write("c", "hello")]);
  // No file of the process may grow longer than 32 KiB, or 64 where the shell counts so.
  const limited = ["-c", 'ulimit -f 64 && exec "$@"', "sh", process.execPath, program.path];
  const argv = [...limited, "run", log, "--json", "--workspace", workspace, "--record", record];
  const { status, stdout, stderr } = spawnSync("sh", argv, { encoding: "utf8", env: { ...process.env, TMPDIR: temporaryFolder() } });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^The run failed: The record .* cannot be written\. \(EFBIG: /),
  });
  expect(readJsonLines(stdout).calls.map(({ outcome }) => [outcome?.kind, outcome?.error?.code])).toEqual([
    ["succeeded", undefined],
    ["denied", "journal_unavailable"],
  ]);
  expect(readdirSync(workspace)).toEqual(["a"]);
  const kinds = readJournalFile(record).map(({ kind }) => kind);
  expect(kinds).toEqual(["run.begun", "call.proposed", "call.intended", "call.settled"]);
}, 30_000);

test("kill -9: the record says what ran, what may have run, and what did not; once", async () => {
  const workspace = temporaryFolder();
  writeFileSync(
    join(workspace, "wait.mjs"),
    'import { writeFileSync } from "node:fs"; const parent = process.ppid; writeFileSync("started", ""); setInterval(() => process.ppid === parent || process.exit(), 20);',
  );
  const policy = join(temporaryFolder(), "policy.json");
  writeFileSync(policy, JSON.stringify({ mode: "allow_all" }));
  const log = writeLog([
    [["Write", { file_path: "a", content: "a" }]],
    [
      ["Bash", { command: "node wait.mjs" }],
      ["Read", { file_path: "a" }],
    ],
  ]);
  const database = join(temporaryFolder(), "acta.db");
  const { child, end } = start(["run", log, "--journal", database, "--workspace", workspace, "--policy", policy]);
  await vi.waitUntil(() => existsSync(join(workspace, "started")), { timeout: 5_000 });
  child.kill("SIGKILL");
  await end;

  // The dead process holds its branch for a while, and nobody can tell that it is dead.
  const early = readJsonLines((await app(["recover", "--journal", database, "--json"])).stdout);
  expect(early).toMatchObject({ calls: [], summary: { calls: 0, held: [expect.any(String)], pending: 0 } });

  const later = { now: () => Date.now() + 60_000 };
  const { status, stdout, stderr } = await app(["recover", "--journal", database], later);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^1 .* Bash {2}node wait\.mjs .* ambiguous .*the process ended while this/m);
  expect(stdout).toMatch(/^2 .* Read {2}a .* skipped .*the process ended before/m);
  expect(stdout).toContain("\n2 calls: 1 ambiguous, 1 skipped.\n0 waiting for approval.\n");
  const again = readJsonLines((await app(["recover", "--journal", database, "--json"], later)).stdout);
  expect(again).toMatchObject({ calls: [], summary: { calls: 0, held: [], pending: 0 } });
  const logged = readJsonLines((await app(["log", "--journal", database, "--json"])).stdout);
  expect(logged.calls.map(({ outcome }) => outcome?.kind)).toEqual(["succeeded", "ambiguous", "skipped"]);
}, 30_000);

test("a call that waits is approved in another process, by one of those who try at once; a third one reads its answer", async () => {
  const workspace = temporaryFolder();
  const policy = join(temporaryFolder(), "policy.json");
  writeFileSync(policy, JSON.stringify({ mode: "rules", escalate: { Write: ["*"] } }));
  const database = join(temporaryFolder(), "acta.db");
  const host = ["--journal", database, "--workspace", workspace, "--policy", policy];
  const log = writeLog([[["Write", { file_path: "a", content: "approved" }]]]);
  const asked = readJsonLines((await start(["run", log, "--json", ...host]).end).stdout);
  expect(asked.summary).toMatchObject({ pending: 1, responses: 0, outcomes: { escalated: 1 } });
  expect(existsSync(join(workspace, "a"))).toBe(false);

  const [id] = (await app(["approvals", "--journal", database])).stdout.split("\n");
  const deciders = ["mia", "noa"].map((name) => start(["approve", id ?? "", "--by", name, "--json", ...host]).end);
  const ends = await Promise.all(deciders);
  expect(ends.map(({ status }) => status).sort()).toEqual([0, 1]);
  const [lost] = ends.filter(({ status }) => status === 1);
  expect(JSON.parse(lost?.stdout ?? "")).toMatchObject({ type: "refusal", code: expect.stringMatching(/^(settled|branch_taken)$/) });
  expect(readFileSync(join(workspace, "a"), "utf8")).toBe("approved");

  const { stdout } = await start(["history", "--journal", database, "--branch", asked.summary.branchId ?? "", "--json"]).end;
  const messages = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(messages.map(({ kind }) => kind)).toEqual(["action_request", "action_response"]);
  expect(messages[1].content).toMatchObject({ output: "Created a.", error: null });
}, 30_000);

test("a reader that goes away does not end the run", async () => {
  const workspace = temporaryFolder();
  const log = writeLog(Array.from({ length: 20 }, (_, index) => [["Write", { file_path: `${index}`, content: "" }]]));
  const { child, end } = start(["run", log, "--json", "--workspace", workspace]);
  child.stdout?.destroy();
  expect(await end).toMatchObject({ status: 0, stderr: "" });
  expect(existsSync(join(workspace, "19"))).toBe(true);
}, 30_000);

test("a signal is seen between calls that need not wait for anything", async () => {
  const log = writeLog(Array.from({ length: 5_000 }, () => [["Weather", {}]]));
  const { child, end } = start(["run", log, "--json"]);
  child.stdout?.once("data", () => child.kill("SIGINT"));
  const { status, stdout } = await end;
  expect(status).toBe(130);
  const { calls, summary } = readJsonLines(stdout);
  expect(calls.length).toBeLessThan(5_000);
  expect(summary).toMatchObject({ calls: calls.length, requests: calls.length, responses: calls.length });
}, 30_000);

test.runIf(existsSync("/dev/full"))(
  "an output without room is said in a sentence, and the run goes on",
  async () => {
    const workspace = temporaryFolder();
    const log = writeLog(Array.from({ length: 3 }, (_, index) => [["Write", { file_path: `${index}`, content: "" }]]));
    const full = openSync("/dev/full", "w");
    const { end } = start(["run", log, "--json", "--workspace", workspace], ["ignore", full, "pipe"]);
    closeSync(full);
    expect(await end).toMatchObject({ status: 1, stderr: "The output cannot be written (ENOSPC).\n" });
    expect(existsSync(join(workspace, "2"))).toBe(true);
  },
  30_000,
);
