import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { Interruption } from "../src/interruption.js";
import { readJournalFile } from "../src/journal-file.js";
import { app, permissivePolicy, readJsonLines, temporaryFolder, writeLog } from "./support.js";

const hello = ["Write", { file_path: "/project/a.txt", content: "hello" }] as const;

describe("an interruption", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s ends with %i; what ran is recorded", async (name, expected) => {
    const workspace = temporaryFolder();
    writeFileSync(
      join(workspace, "wait.mjs"),
      'import { writeFileSync } from "node:fs"; writeFileSync("started", ""); setInterval(() => {}, 1000);',
    );
    const log = writeLog([
      [hello],
      [
        ["Bash", { command: "node wait.mjs" }],
        ["Read", { file_path: "a.txt" }],
      ],
      [["Read", { file_path: "b.txt" }]],
    ]);
    const controller = new AbortController();
    const running = app(["run", log, "--json", "--workspace", workspace, "--policy", permissivePolicy()], { signal: controller.signal });
    await vi.waitUntil(() => existsSync(join(workspace, "started")), { timeout: 10_000 });
    controller.abort(new Interruption(name));
    const { status, stdout, stderr } = await running;
    expect({ status, stderr }).toEqual({ status: expected, stderr: "The run was interrupted; what ran is recorded.\n" });
    const { calls, summary } = readJsonLines(stdout);
    expect(calls.map(({ outcome }) => `${outcome?.kind} ${outcome?.executed}`)).toEqual([
      "succeeded yes",
      "cancelled unknown",
      "skipped no",
    ]);
    expect(summary).toMatchObject({ calls: 3, requests: 3, responses: 3 });
    const settled = readJournalFile(summary.record ?? "").filter(({ kind }) => kind === "call.settled");
    expect(settled).toHaveLength(3);
  });

  test("before anything ran: a record that says only where the run was to act", async () => {
    const { status, stdout } = await app(["run", writeLog([[hello]]), "--json"], { signal: AbortSignal.abort(new Interruption("SIGINT")) });
    expect(status).toBe(130);
    expect(readJournalFile(readJsonLines(stdout).summary.record ?? "").map(({ kind }) => kind)).toEqual(["run.begun"]);
  });
});

test.runIf(existsSync("/dev/full"))("a record that cannot be written ends the run with 1", async () => {
  const workspace = temporaryFolder();
  const { status, stdout, stderr } = await app([
    "run",
    writeLog([[hello], [hello]]),
    "--json",
    "--workspace",
    workspace,
    "--record",
    "/dev/full",
  ]);
  expect(status).toBe(1);
  expect(stderr).toBe(
    "The run failed: The record /dev/full cannot be written, and may end within a line. (ENOSPC: no space left on device, write)\n",
  );
  const { calls, summary } = readJsonLines(stdout);
  expect(calls).toEqual([]);
  expect(summary).toMatchObject({ calls: 0, requests: 0, responses: 0 });
  expect(readdirSync(workspace)).toEqual([]);
});
