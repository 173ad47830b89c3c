import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NewEntry } from "@acta/journal";
import { sqliteJournal } from "@acta/journal-sqlite";
import { describe, expect, test } from "vitest";
import { Interruption } from "../src/interruption.js";
import { hello, journalOf, json, lines } from "./journal-support.js";
import { leaveOpen, leftOpen, outcomes, proposed } from "./recover-support.js";
import { app, permissivePolicy, readJsonLines, temporaryFolder } from "./support.js";

describe("recover", () => {
  test("there is nothing to do", async () => {
    const { database } = await journalOf([hello]);
    const { status, stdout } = await app(["recover", "--journal", database]);
    expect(status).toBe(0);
    expect(lines(stdout).slice(1)).toEqual(["", "0 calls.", "0 waiting for approval."]);
  });

  test("nothing is run unless that is asked for, and then only what may be", async () => {
    expect(outcomes((await app(["recover", "--journal", await leftOpen(), "--json"])).stdout)).toEqual([
      "Read ambiguous",
      "Bash ambiguous",
      "Read skipped",
    ]);
    const workspace = temporaryFolder();
    writeFileSync(join(workspace, "a.txt"), "hello");
    const argv = ["--rerun", "--json", "--workspace", workspace, "--policy", permissivePolicy()];
    const rerun = await app(["recover", "--journal", await leftOpen(), ...argv, "--log-root", "/project"]);
    expect(outcomes(rerun.stdout)).toEqual(["Read succeeded", "Bash ambiguous", "Read skipped"]);
  });

  /** A branch that nobody can read as one. */
  async function leaveBroken(database: string, branch: string, kind: "call.intended" | "call.proposed") {
    const journal = sqliteJournal({ path: database });
    await journal.append(branch, [
      { id: "c", kind: "call.proposed", at: 1, opens: "c", body: kind === "call.proposed" ? {} : proposed("c") },
    ]);
    if (kind === "call.intended") await journal.append(branch, [{ id: "c:1:intended", kind, at: 1, body: {} }]);
    await journal.close();
  }

  test.each([
    ["call.intended", []],
    ["call.proposed", []],
    ["call.intended", ["--rerun", "--workspace"]],
    ["call.proposed", ["--rerun", "--workspace"]],
  ] as const)("where a branch is broken (%s) the others end, and are shown before what is wrong: %j", async (kind, options) => {
    const database = await leftOpen();
    await leaveBroken(database, "broken", kind);
    await leaveOpen(database, "last", null);
    const argv = ["recover", "--journal", database, ...options, ...(options.length > 0 ? [temporaryFolder()] : [])];
    const first = await app(argv);
    expect(first.status).toBe(1);
    expect(first.stdout).toMatch(/^6 .* last .* skipped /m);
    expect(first.stdout).toMatch(/\n6 calls: .*\n0 waiting for approval\.\n$/);
    expect(first.stderr).toMatch(/^The branch broken was not recovered: .*\.\n$/);
    // Again: only the broken one is left.
    const { status, stdout } = await app([...argv, "--json"]);
    const unrecovered = [{ branchId: "broken", code: "invalid_journal", message: expect.any(String) }];
    expect({ status, printed: json(stdout) }).toEqual({
      status: 1,
      printed: [expect.objectContaining({ calls: 0, held: [], unrecovered })],
    });
  });

  describe("where an entry is not what this app can show", () => {
    const call = (callId: string) => ({ callId, requestId: `${callId}/request` });
    const propose = (callId: string) => ({ id: `${callId}:proposed`, kind: "call.proposed", at: 1, opens: callId, body: proposed(callId) });
    const ask = (reason: unknown) => {
      const asked = {
        ...call("c"),
        approvalId: "a",
        attempt: 1,
        function: "Read",
        arguments: {},
        digest: "",
        approvers: null,
        expiresAt: null,
      };
      return { id: "a", kind: "approval.requested", at: 1, opens: "a", body: { ...asked, reason, event: { execution: {} } } };
    };
    const decided = { ...call("c"), approvalId: "a", approved: false, by: "mia", note: null, arguments: null, reason: "rejected" };
    const unknownTo = async (branch: string, entries: readonly object[]) => {
      const database = await leftOpen();
      const journal = sqliteJournal({ path: database });
      for (const entry of entries) await journal.append(branch, [entry as NewEntry]);
      await journal.close();
      return ["recover", "--journal", database, "--json"];
    };

    test("and tells of another call, the calls end and are shown", async () => {
      const failed = { kind: "failed", executed: "yes", error: { code: "", message: "" } };
      const ended = { ...call("c"), attempt: 1, event: { execution: {} }, outcome: failed };
      const settle = { id: "c:settled", kind: "call.settled", at: 1, settles: "c", body: ended };
      const argv = await unknownTo("odd", [propose("c"), settle, propose("d")]);
      const { status, stdout } = await app(argv);
      expect({ status, last: readJsonLines(stdout).calls.at(-1) }).toMatchObject({
        status: 0,
        last: { callId: "d", outcome: { kind: "skipped" } },
      });
    });

    test.each([
      ["why", 0],
      [3, 1],
    ])("and tells of a call that is open, nothing of its branch ends: %j", async (reason, status) => {
      const decide = { id: "a:decided", kind: "approval.decided", at: 1, settles: "a", body: decided };
      const argv = await unknownTo("odd", [propose("c"), ask(reason), decide]);
      for (const ended of [3, 0]) {
        const printed = await app(argv);
        const { type: _, ...summary } = json(printed.stdout).at(-1) ?? {};
        if (status === 1) {
          expect({ status: printed.status, summary }).toMatchObject({
            status,
            summary: {
              calls: ended,
              held: [],
              unrecovered: [{ branchId: "odd", code: "invalid_entry", message: expect.not.stringMatching(/\.$/) }],
            },
          });
        } else expect({ status: printed.status, calls: summary.calls }).toEqual({ status, calls: ended === 0 ? 0 : 4 });
      }
    });
  });

  test("calls of another branch that wait, and have the same ids, keep none from being ended", async () => {
    const database = await leftOpen();
    const journal = sqliteJournal({ path: database });
    for (const callId of ["1", "2", "3"]) {
      const approval = `${callId}:approval`;
      await journal.append("waits", [
        { id: callId, kind: "call.proposed", at: 1, opens: callId, body: proposed(callId) },
        { id: approval, kind: "approval.requested", at: 1, opens: approval, body: { callId } },
      ]);
    }
    await journal.close();
    const { stdout } = await app(["recover", "--journal", database, "--json"]);
    expect(json(stdout).at(-1)).toMatchObject({ calls: 3, pending: 3, held: [], unrecovered: [] });
  });

  test("is interrupted like any run: what it has not looked at stays open", async () => {
    const argv = ["recover", "--journal", await leftOpen()];
    const { status, stdout, stderr } = await app(argv, { signal: AbortSignal.abort(new Interruption("SIGTERM")) });
    expect({ status, stderr }).toEqual({ status: 143, stderr: "The run was interrupted; what ran is recorded.\n" });
    expect(lines(stdout)).toContain("0 calls.");
    expect((await app(argv)).stdout).toMatch(/^3 calls: /m);
  });

  test("what it would end has no line in a log, and is counted there", async () => {
    const database = await leftOpen();
    const log = async (...argv: string[]) => (await app(["log", "--journal", database, ...argv])).stdout;
    expect(lines(await log()).slice(-2)).toEqual([
      "1 call: 1 succeeded.",
      "3 calls not ended: running still, or left open by a process that died (see recover).",
    ]);
    expect(json(await log("--json"))).toMatchObject([{ type: "call" }, { type: "summary", calls: 1, open: 3 }]);
    await app(["recover", "--journal", database]);
    expect(lines(await log()).at(-1)).toMatch(/^4 calls: /);
    expect(json(await log("--json")).at(-1)).toMatchObject({ calls: 4, open: 0 });
  });

  test("a branch that somebody holds is left alone, and named", async () => {
    const database = await leftOpen();
    const journal = sqliteJournal({ path: database });
    const lease = await journal.acquire("dead", { owner: "alive", ttlMs: 60_000 });
    const { status, stdout } = await app(["recover", "--journal", database]);
    expect(status).toBe(0);
    expect(stdout).toContain("\n0 calls.\n0 waiting for approval.\nLeft alone: dead. ");
    await lease?.release();
    await journal.close();
    expect(readJsonLines((await app(["recover", "--journal", database, "--json"])).stdout).summary.calls).toBe(3);
  });
});
