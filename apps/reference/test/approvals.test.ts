import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sqliteJournal } from "@acta/journal-sqlite";
import { describe, expect, test } from "vitest";
import { policy, waiting, write } from "./approvals-support.js";
import { json, lines, shell } from "./journal-support.js";
import { app, readJsonLines, temporaryFolder } from "./support.js";

const noWrites = join(import.meta.dirname, "policy-modules/no-writes.mjs");

/** The answers that a branch has. */
async function answers(database: string, branch: unknown) {
  const printed = json((await app(["history", "--journal", database, "--branch", String(branch), "--json"])).stdout);
  return printed.filter(({ kind }) => kind === "action_response").map(({ content }) => content);
}

describe("approvals", () => {
  test("what waits, whole, in the order in which it asked", async () => {
    const { database, workspace, ids, listed } = await waiting([shell, write]);
    expect(listed).toMatchObject([
      {
        type: "approval",
        tool: "Bash",
        arguments: { command: "ls" },
        approvers: null,
        expiresAt: null,
        workspace,
        logRoot: "/project",
        digest: expect.stringMatching(/^\w+/),
      },
      { type: "approval", tool: "Write", arguments: write[1] },
    ]);
    const { status, stdout } = await app(["approvals", "--journal", database]);
    expect(status).toBe(0);
    const [id, tool, , command, why, asked, where, who, until, , second] = lines(stdout);
    expect([id, tool, command, why, where, who, until, second]).toEqual([
      ids[0],
      "  tool       Bash",
      '    "command": "ls"',
      '  why        Rule escalate.Bash[0] ("*") holds for the call.',
      `  where      ${workspace}, which is /project`,
      "  who may    anybody",
      "  until      any time",
      ids[1],
    ]);
    expect(asked).toMatch(/^ {2}asked {6}20\d\d-.*Z, in the branch [0-9a-f-]{36}$/);
    expect(lines(stdout).at(-1)).toBe("2 waiting for approval.");
  });

  test("who decides sees invisible characters, and those that pass for others", async () => {
    const { database } = await waiting([["Bash", { command: "cat \u0430dmin\u200b", "de\u202escription": "one\n  why  none" }]]);
    const { stdout } = await app(["approvals", "--journal", database]);
    expect(stdout).toContain('\n    "command": "cat \\u{430}dmin\\u{200b}"\n    "de\\u{202e}scription": "one\\n  why  none"\n');
  });

  test("nothing waits", async () => {
    const { database } = await waiting([["Read", { file_path: "a" }]]);
    expect((await app(["approvals", "--journal", database])).stdout).toBe("0 waiting for approval.\n");
    expect((await app(["approvals", "--journal", "/none/acta.db"])).status).toBe(2);
  });
});

describe("approve", () => {
  test("the call runs, its request gets its answer, and the next one still waits", async () => {
    const { database, workspace, ids, listed, host } = await waiting([write, shell]);
    const { status, stdout, stderr } = await app(["approve", ids[0] ?? "", ...host, "--note", "go on"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^1 .* Write {2}\/project\/a\.txt {2}allow .* succeeded .*Created/m);
    expect(lines(stdout).at(-1)).toBe("1 call: 1 succeeded.");
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("hello");
    expect(await answers(database, listed[0]?.branchId)).toMatchObject([{ function: "Write", error: null }]);
    expect(lines((await app(["approvals", "--journal", database])).stdout).at(-1)).toBe("1 waiting for approval.");
  });

  test("the call runs where its run acted, also when nobody says where that is", async () => {
    const { workspace, file, ids, by } = await waiting([write, write]);
    expect((await app(["approve", ids[0] ?? "", ...by, "--policy", file])).stdout).toContain(" succeeded ");
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("hello");
    const link = join(temporaryFolder(), "link");
    symlinkSync(workspace, link);
    writeFileSync(join(workspace, "a.txt"), "other");
    const spelled = [...by, "--policy", file, "--workspace", link, "--log-root", "/other/../project/"];
    const { calls } = readJsonLines((await app(["approve", ids[1] ?? "", ...spelled, "--json"])).stdout);
    expect(calls).toMatchObject([{ outcome: { kind: "succeeded" } }]);
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("hello");
  });

  test.each(["its own", "another"])(
    "an entry about another call that this app cannot show, in %s branch, holds nothing up",
    async (where) => {
      const { database, workspace, ids, listed, host } = await waiting([write]);
      const branch = where === "another" ? where : String(listed[0]?.branchId);
      const call = { callId: "c", requestId: "c/request", function: "Read", arguments: {}, attempt: 1, event: { execution: {} } };
      const proposed = { ...call, correlationId: null, parentCallId: null, isRedacted: false, message: null, batch: null };
      const asked = { ...call, approvalId: "a", digest: "", approvers: null, expiresAt: null };
      const journal = sqliteJournal({ path: database });
      await journal.append(branch, [
        { id: "c:proposed", kind: "call.proposed", at: 1, opens: "c", body: proposed },
        { id: "c:asked", kind: "approval.requested", at: 1, opens: "a", body: asked },
      ]);
      await journal.close();
      const { status, stdout, stderr } = await app(["approve", ids[0] ?? "", ...host, "--json"]);
      expect({ status, stderr, calls: readJsonLines(stdout).calls }).toMatchObject({
        status: 0,
        stderr: "",
        calls: [{ outcome: { kind: "succeeded" } }],
      });
      expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("hello");
      // The control: about the call itself nothing is decided.
      expect(await app(["approve", "a", ...host])).toMatchObject({ status: 2, stderr: expect.stringMatching(/ \(invalid_entry\)\n$/) });
    },
  );

  test("a policy that cannot be used spends no approval", async () => {
    const { ids, by, host } = await waiting([shell]);
    expect(await app(["approve", ids[0] ?? "", ...by, "--policy", "/none"])).toMatchObject({ status: 2, stdout: "" });
    expect((await app(["approve", ids[0] ?? "", ...host])).stdout).toContain(" succeeded ");
  });

  test("edited arguments run in place of what was asked", async () => {
    const { workspace, ids, host } = await waiting([write]);
    const edited = ["--arguments", JSON.stringify({ file_path: "b.txt", content: "other" })];
    const { calls } = readJsonLines((await app(["approve", ids[0] ?? "", ...host, ...edited, "--json"])).stdout);
    expect(calls).toMatchObject([{ function: "Write", decision: { kind: "allow" }, outcome: { kind: "succeeded" } }]);
    expect(readFileSync(join(workspace, "b.txt"), "utf8")).toBe("other");
  });

  test("edited arguments that the policy denies do not run, whoever approves them", async () => {
    const { ids, host } = await waiting([shell]);
    const argv = ["approve", ids[0] ?? "", ...host, "--arguments", '{"command":"rm a"}', "--json"];
    expect(readJsonLines((await app(argv)).stdout).calls).toMatchObject([{ outcome: { kind: "denied", executed: "no" } }]);
  });

  test("a policy module of the run is needed, and asked again", async () => {
    const { ids, host, file } = await waiting([shell], policy, ["--policy-module", noWrites]);
    const { status, stderr } = await app(["approve", ids[0] ?? "", ...host]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("the approval was asked for: ") });
    expect(stderr).toContain(`: the policy "mine+no-writes" decided then, and now it is "mine" (of ${file}).\n`);
    const { calls } = readJsonLines((await app(["approve", ids[0] ?? "", ...host, "--policy-module", noWrites, "--json"])).stdout);
    expect(calls).toMatchObject([{ decision: { kind: "allow", policy: "mine+no-writes" }, outcome: { kind: "succeeded" } }]);
  });
});

describe("reject", () => {
  test("the request is answered with a denial, and nothing ran", async () => {
    const { database, ids, listed, by } = await waiting([shell]);
    const { status, stdout } = await app(["reject", ids[0] ?? "", ...by, "--note", "not today"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^1 .* denied .*mia rejected the call: not today$/m);
    expect(await answers(database, listed[0]?.branchId)).toMatchObject([
      { function: "Bash", error: { message: "mia rejected the call: not today" } },
    ]);
  });
});

describe("log", () => {
  async function decided() {
    const given = await waiting([write, shell, shell]);
    const [first, second] = given.ids;
    await app(["approve", first ?? "", ...given.host, "--note", "go \u202eon"]);
    await app(["reject", second ?? "", "--by", "noa", "--journal", given.database]);
    return given;
  }

  test("who decided, and the note, at the end that came of it", async () => {
    const { database } = await decided();
    const [, ...rows] = lines((await app(["log", "--journal", database])).stdout);
    expect(rows.slice(3, 7).map((row) => row.replace(/ {2}20\d\d-.* (succeeded|denied) .*/, " $1"))).toEqual([
      "4 succeeded",
      "   approved by mia: go \\u{202e}on",
      "5 denied",
      "   rejected by noa",
    ]);
  });

  test("a call is counted once, as its last line has it, whatever lines there are", async () => {
    const { database } = await decided();
    const argv = ["log", "--journal", database];
    const totals = async (...filter: string[]) => lines((await app([...argv, ...filter])).stdout).at(-1);
    expect(await totals()).toBe("3 calls: 1 succeeded, 1 denied, 1 escalated.");
    expect(await totals("--outcome", "escalated")).toBe("3 calls: 3 escalated.");
    expect(await totals("--outcome", "succeeded")).toBe("1 call: 1 succeeded.");
    const printed = json((await app([...argv, "--json"])).stdout);
    expect(printed.at(-1)).toMatchObject({ type: "summary", calls: 3, outcomes: { succeeded: 1, denied: 1, escalated: 1 } });
    expect(printed.slice(0, -1).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  });

  test("--json: the same as data", async () => {
    const { database, ids } = await decided();
    const printed = json((await app(["log", "--journal", database, "--json"])).stdout);
    const at = expect.any(Number);
    expect(printed.map(({ approval }) => approval)).toEqual([
      null,
      null,
      null,
      { id: ids[0], decided: "approved", by: "mia", note: "go \u202eon", at },
      { id: ids[1], decided: "rejected", by: "noa", note: null, at },
      undefined,
    ]);
  });
});
