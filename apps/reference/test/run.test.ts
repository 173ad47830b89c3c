import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Branch } from "@acta/branch";
import { memoryJournal } from "@acta/journal/memory";
import { describe, expect, test } from "vitest";
import { readJournalFile } from "../src/journal-file.js";
import { app, permissivePolicy, readJsonLines, temporaryFolder, writeLog } from "./support.js";

const hello = ["Write", { file_path: "/project/a.txt", content: "hello" }] as const;

test("the table: one line for each call, totals, workspace and record", async () => {
  const log = writeLog([[hello], [["Bash", { command: "ls" }]]]);
  const { status, stdout, stderr, temporary } = await app(["run", log]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.replaceAll(temporary, "TEMPORARY").replace(/acta-\w+/g, "FRESH")).toMatch(
    new RegExp(
      [
        "^#  tool   call            decision  rule            outcome    +time  result",
        "1  Write  /project/a\\.txt  allow     allow\\.Write\\[0\\]  succeeded +<?\\d+ ms  Created /project/a\\.txt\\.",
        "2  Bash   ls              deny      default         denied +-  No rule holds for the call\\.",
        "",
        "2 calls: 1 succeeded, 1 denied\\.",
        "2 requests, 2 responses, 0 waiting for approval\\.",
        "Workspace: TEMPORARY/FRESH/workspace",
        "Record: TEMPORARY/FRESH/record\\.jsonl",
        "Branch: [0-9a-f-]{36}",
        "$",
      ].join("\n"),
    ),
  );
});

test("--json: a line for each call and a summary, and nothing else", async () => {
  const folder = temporaryFolder();
  const policy = join(folder, "policy.json");
  writeFileSync(policy, JSON.stringify({ id: "mine", mode: "rules", allow: { Write: ["*"] }, escalate: { Bash: ["*"] } }));
  const log = writeLog([[hello, ["Weather", {}]], [["Bash", { command: "npm publish" }]]]);
  const record = join(folder, "record.jsonl");
  const { status, stdout, stderr } = await app(["run", log, "--json", "--policy", policy, "--record", record]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });

  const { calls, summary } = readJsonLines(stdout);
  expect(calls.map((call) => Object.keys(call))).toEqual(
    Array.from({ length: 3 }, () => [
      "type",
      "index",
      "requestId",
      "correlationId",
      "callId",
      "function",
      "decision",
      "outcome",
      "durationMs",
    ]),
  );
  const [written, unknown, waiting] = calls;
  expect(written).toMatchObject({
    type: "call",
    index: 0,
    correlationId: "toolu_1",
    function: "Write",
    decision: { kind: "allow", policy: "mine", rule: "allow.Write[0]", reason: expect.any(String) },
    outcome: { kind: "succeeded", executed: "yes", error: null },
  });
  expect(written?.durationMs).toBeGreaterThan(0);
  expect(unknown).toMatchObject({
    index: 1,
    decision: null,
    outcome: { kind: "rejected", executed: "no", error: { code: "unknown_tool", message: expect.any(String) } },
    durationMs: 0,
  });
  expect(waiting).toMatchObject({
    index: 2,
    decision: { kind: "escalate", policy: "mine", rule: "escalate.Bash[0]" },
    outcome: { kind: "escalated", executed: "no", error: { code: "approval_required" } },
  });
  expect(new Set(calls.flatMap(({ callId, requestId }) => [callId, requestId])).size).toBe(6);
  expect(summary).toEqual({
    type: "summary",
    calls: 3,
    requests: 3,
    responses: 2,
    pending: 1,
    outcomes: {
      succeeded: 1,
      failed: 0,
      rejected: 1,
      denied: 0,
      escalated: 1,
      deferred: 0,
      cancelled: 0,
      timed_out: 0,
      ambiguous: 0,
      skipped: 0,
    },
    record,
    branchId: expect.any(String),
    transaction: "corrected",
  });
});

test("the record is enough to have the history again", async () => {
  const log = writeLog([[hello, ["Read", { file_path: "/project/a.txt" }]], [["Read", { file_path: "/project/b.txt" }]]]);
  const { stdout } = await app(["run", log, "--json"]);
  const entries = readJournalFile(readJsonLines(stdout).summary.record ?? "");
  const id = entries[0]?.branchId ?? "";
  const journal = memoryJournal();
  journal.append(id, entries);
  const { messages, log: events } = await Branch.open({ id, journal });
  expect(messages.openRequests).toEqual([]);
  expect(messages.messages.map(({ kind }) => kind)).toEqual(Array.from({ length: 3 }, () => ["action_request", "action_response"]).flat());
  expect(events).toHaveLength(3);
});

describe("strategies", () => {
  const calls = [hello, ["Edit", { file_path: "/project/a.txt", old_string: "hello", new_string: "bye" }]] as const;

  test.each(["sequential", "concurrent"])("%s: every call has one outcome", async (strategy) => {
    const { status, stdout } = await app(["run", writeLog([calls]), "--json", "--strategy", strategy]);
    expect(status).toBe(0);
    const kinds = readJsonLines(stdout).calls.map(({ outcome }) => outcome?.kind);
    expect(kinds[0]).toBe("succeeded");
    expect(strategy === "sequential" ? ["succeeded"] : ["succeeded", "failed"]).toContain(kinds[1]);
  });
});

describe("--transaction shipped", () => {
  const shippedRun = async (log: string, ...options: readonly string[]) => {
    const run = await app(["run", log, "--json", "--transaction", "shipped", ...options]);
    return { ...run, ...readJsonLines(run.stdout) };
  };

  test("what fails counts as succeeded with null, and has no response", async () => {
    const { status, calls, summary } = await shippedRun(
      writeLog([[hello, ["Read", { file_path: "/project/none.txt" }]], [["Weather", {}]]]),
    );
    expect(status).toBe(0);
    expect(calls.map(({ correlationId, outcome }) => [correlationId, outcome?.kind])).toEqual([
      ["toolu_1", "succeeded"],
      ["toolu_2", "succeeded"],
      ["toolu_3", "denied"],
    ]);
    expect(summary).toMatchObject({ calls: 3, requests: 3, responses: 2, pending: 0, transaction: "shipped" });
  });

  test("the policy of a tool is asked, however generous that of the host is", async () => {
    const log = writeLog([[["Read", { file_path: "/etc/passwd" }]], [["Bash", { command: "ls > x" }]]]);
    const { calls } = await shippedRun(log, "--policy", permissivePolicy());
    expect(calls.map(({ decision, outcome }) => [decision?.kind, outcome?.kind])).toEqual([
      ["deny", "denied"],
      ["deny", "denied"],
    ]);
  });

  test("a call that throws ends the run; what ran before it in its turn is told and recorded", async () => {
    const log = writeLog([[hello, ["Read", ["no", "object"]]], [hello]]);
    const { status, stderr, calls, summary } = await shippedRun(log, "--policy", permissivePolicy());
    expect({ status, stderr }).toEqual({ status: 1, stderr: "The run failed: arguments must be an object\n" });
    expect(calls.map(({ outcome }) => outcome?.kind)).toEqual(["succeeded"]);
    expect(summary).toMatchObject({ calls: 1, requests: 2, responses: 2 });
  });
});

test("a program that the policy allows is run in the workspace; what needs a shell never is", async () => {
  const workspace = temporaryFolder();
  writeFileSync(join(workspace, "program.mjs"), 'import { writeFileSync } from "node:fs"; writeFileSync("made.txt", process.argv[2]);');
  const log = writeLog([[["Bash", { command: "node program.mjs 'a b'" }]], [["Bash", { command: "node program.mjs c > d" }]]]);
  const { stdout } = await app(["run", log, "--json", "--workspace", workspace, "--policy", permissivePolicy()]);
  const { calls } = readJsonLines(stdout);
  expect(calls.map(({ outcome, decision }) => [outcome?.kind, decision?.rule])).toEqual([
    ["succeeded", "mode.allow_all"],
    ["denied", "shell_syntax"],
  ]);
  expect(readFileSync(join(workspace, "made.txt"), "utf8")).toBe("a b");
});

test("a failing program and a hostile pattern are failures of their calls, not of the run", async () => {
  const log = writeLog([
    [["Write", { file_path: "a.txt", content: `${"a".repeat(60)}b` }]],
    [["Grep", { pattern: "(a+)+$" }]],
    [["Bash", { command: "node -e 'process.exit(1)'" }]],
  ]);
  const { status, stdout } = await app(["run", log, "--json", "--policy", permissivePolicy()]);
  expect(status).toBe(0);
  expect(readJsonLines(stdout).calls.map(({ outcome }) => outcome?.error?.code)).toEqual([undefined, "tool_failed", "declared_failure"]);
});

test("nothing that a transcript says reaches the terminal as it is", async () => {
  const hostile = "\u001b]0;title\u0007\u001b[2J\u202e\r";
  const log = writeLog([[[hostile, { command: hostile }]], [["Read", { file_path: hostile }]]]);
  for (const argv of [
    ["run", log],
    ["run", log, "--json"],
    ["run", log, "--dry-run"],
    ["run", `/none/${hostile}`],
  ]) {
    const { stdout, stderr } = await app(argv);
    expect([...(stdout + stderr)].filter((character) => character !== "\n" && /[\p{Cc}\p{Cf}]/u.test(character))).toEqual([]);
  }
});

test("progress is shown on a terminal, on stderr", async () => {
  const { stdout, stderr } = await app(["run", writeLog([[hello], [hello]]), "--json"], { isTTY: true });
  expect(readJsonLines(stdout).calls).toHaveLength(2);
  expect(stderr.split("\r\u001b[2K")).toEqual(["", "0 of 2 calls", "1 of 2 calls", "2 of 2 calls", ""]);
});

test("--help and --version", async () => {
  expect(await app(["--help"])).toMatchObject({ status: 0, stdout: expect.stringContaining("Exit status: 0 done"), stderr: "" });
  expect(await app(["--version"])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: "" });
});
