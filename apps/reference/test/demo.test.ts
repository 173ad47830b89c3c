import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { Interruption } from "../src/interruption.js";
import { readJournalFile } from "../src/journal-file.js";
import { outcomeKinds } from "../src/outcome-kinds.js";
import { app, temporaryFolder } from "./support.js";

const sample = join(import.meta.dirname, "../demo/workspace");

test("shows the outcomes that it says it shows, and where the record lies", async () => {
  const before = readFileSync(join(sample, "ledger.mjs"), "utf8");
  const { status, stdout, stderr, temporary } = await app([]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });

  const rows = stdout.split("\n").filter((line) => /^ *\d+ {2}/.test(line));
  const ends = rows.map((row) => row.split(/ {2,}/).filter(Boolean));
  expect(ends.map(([, tool, , decision, rule, outcome]) => [tool, decision, rule, outcome].join(" "))).toEqual([
    "Read allow allow.Read[0] succeeded",
    "Grep allow allow.Grep[0] succeeded",
    "Edit allow allow.Edit[0] succeeded",
    "Bash allow allow.Bash[0] succeeded",
    "Remember allow allow.Remember[0] succeeded",
    "Edit allow allow.Edit[0] failed",
    "TodoWrite - - rejected",
    "Bash deny deny.Bash[0] denied",
    "Bash deny shell_syntax denied",
    "Read deny outside_workspace denied",
    "Read deny secrets denied",
    "Bash escalate escalate.Bash[0] escalated",
    "Sleep allow allow.Sleep[0] timed_out",
    "AskUser allow allow.AskUser[0] cancelled",
    "Read - - skipped",
  ]);
  expect(stdout).toContain("end in eight of the ten ways; the other two are deferred (not now) and ambiguous");
  expect(new Set(ends.map(([, , , , , outcome]) => outcome)).size).toBe(8);
  expect(outcomeKinds).toHaveLength(10);
  expect(rows[4]).toMatch(/null$/);
  expect(stdout).toContain(
    "15 calls: 5 succeeded, 1 failed, 1 rejected, 4 denied, 1 escalated, 1 cancelled, 1 timed_out, 1 skipped.\n" +
      "15 requests, 14 responses, 1 waiting for approval.\n",
  );

  const record = /^Record: (.+)$/m.exec(stdout)?.[1] ?? "";
  expect(dirname(dirname(record))).toBe(temporary);
  expect(readJournalFile(record).filter(({ kind }) => kind === "call.settled")).toHaveLength(14);
  const workspace = /^Workspace: (.+)$/m.exec(stdout)?.[1] ?? "";
  expect(readFileSync(join(workspace, "ledger.mjs"), "utf8")).toBe(before.replace("sum - entry", "sum + entry"));
  expect(readdirSync(workspace)).toEqual(readdirSync(sample));
  expect(readFileSync(join(sample, "ledger.mjs"), "utf8")).toBe(before);
});

test("what waits in it for an approval is there to see when it has run", async () => {
  const [workspace, database] = [join(temporaryFolder(), "workspace"), join(temporaryFolder(), "acta.db")];
  cpSync(sample, workspace, { recursive: true });
  const policy = ["--policy", join(sample, "../policy.json"), "--journal", database];
  await app(["run", join(sample, "../transcript.jsonl"), "--workspace", workspace, ...policy]);
  const [id = ""] = (await app(["approvals", "--journal", database])).stdout.split("\n");
  expect(existsSync(join(workspace, "published"))).toBe(false);
  expect((await app(["approve", id, "--by", "mia", ...policy])).stdout).toMatch(/ Bash {2}node publish\.mjs .* succeeded .*published/);
  const fixed = readFileSync(join(workspace, "ledger.mjs"), "utf8");
  expect(readFileSync(join(workspace, "published/ledger.mjs"), "utf8")).toBe(fixed);
  expect(fixed).toContain("sum + entry");
});

test("can be interrupted like any run", async () => {
  const { status, stderr } = await app([], { signal: AbortSignal.abort(new Interruption("SIGINT")) });
  expect({ status, stderr }).toEqual({ status: 130, stderr: "The run was interrupted; what ran is recorded.\n" });
});
