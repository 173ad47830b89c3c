import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sqliteJournal } from "@acta/journal-sqlite";
import { describe, expect, test } from "vitest";
import { hello, journalOf, lines } from "./journal-support.js";
import { app, permissivePolicy, readJsonLines, temporaryFolder } from "./support.js";

describe("recover", () => {
  /** A branch whose process is gone: one call never began, of the others nobody knows. */
  async function leftOpen() {
    const { database } = await journalOf([hello]);
    const journal = sqliteJournal({ path: database });
    for (const [callId, name, asked, effect] of [
      ["1", "Read", { file_path: "/project/a.txt" }, "read"],
      ["2", "Bash", { command: "ls" }, "unsafe"],
      ["3", "Read", { file_path: "/project/a.txt" }, null],
    ] as const) {
      const call = { callId, requestId: `${callId}/request`, function: name, arguments: asked };
      const proposed = { ...call, correlationId: null, parentCallId: null, isRedacted: false, message: null, batch: null };
      await journal.append("dead", [{ id: `${callId}:proposed`, kind: "call.proposed", at: 1, opens: callId, body: proposed }]);
      if (effect === null) continue;
      const intended = { ...call, attempt: 1, effect, idempotencyKey: callId, decision: null };
      await journal.append("dead", [{ id: `${callId}:1:intended`, kind: "call.intended", at: 2, body: intended }]);
    }
    await journal.close();
    return database;
  }
  const outcomes = (stdout: string) => readJsonLines(stdout).calls.map(({ function: name, outcome }) => `${name} ${outcome?.kind}`);

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
