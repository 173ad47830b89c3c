import { renameSync, rmSync, writeFileSync } from "node:fs";
import type { NewEntry } from "@acta/journal";
import { sqliteJournal } from "@acta/journal-sqlite";
import { describe, expect, test } from "vitest";
import { policy, type Waiting, waiting, write } from "./approvals-support.js";
import { json, lines, shell } from "./journal-support.js";
import { app, temporaryFolder, writePolicy } from "./support.js";

describe("what is not decided: 1, a sentence, and a code", () => {
  async function refusal({ database }: Waiting, argv: readonly string[]) {
    const before = (await app(["log", "--journal", database, "--json"])).stdout;
    const { status, stdout, stderr } = await app([...argv, "--json"]);
    expect(status).toBe(1);
    expect(lines(stderr)).toHaveLength(1);
    expect(stderr).toMatch(/^The approval .* was not decided: .*\.\n$/);
    const [line, ...others] = json(stdout);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ type: "refusal", id: argv[1], message: expect.any(String) });
    return { code: line?.code, isUnchanged: (await app(["log", "--journal", database, "--json"])).stdout === before };
  }

  test.each<[string, (waiting: Waiting) => readonly string[]]>([
    ["unknown", ({ host }) => ["approve", "x:1:approval", ...host]],
    ["unknown", ({ listed, by }) => ["reject", String(listed[0]?.callId), ...by]],
    ["changed", ({ ids, host }) => ["approve", ids[0] ?? "", ...host, "--policy", writePolicy({ ...policy, deny: {} })]],
    ["changed", ({ ids, by, workspace }) => ["approve", ids[0] ?? "", ...by, "--workspace", workspace]],
    ["other_workspace", ({ ids, host }) => ["approve", ids[0] ?? "", ...host, "--workspace", temporaryFolder()]],
    ["other_log_root", ({ ids, host }) => ["approve", ids[0] ?? "", ...host, "--log-root", "/project-2"]],
    ["invalid_arguments", ({ ids, host }) => ["approve", ids[0] ?? "", ...host, "--arguments", '{"command":1}']],
  ])("%s", async (code, argv) => {
    const given = await waiting([shell]);
    expect(await refusal(given, argv(given))).toEqual({ code, isUnchanged: true });
    // The control: it still waits, and can be decided.
    expect((await app(["reject", given.ids[0] ?? "", ...given.by])).status).toBe(0);
  });

  test.each<[string, object | null, string]>([
    ["no policy", null, '"mine" decided then, and now it is "reference" (the default one, because there is no --policy)'],
    ["another one", { ...policy, id: "other" }, '"mine" decided then, and now it is "other" (of FILE)'],
    [
      "one of the same name",
      { ...policy, deny: {} },
      'that decided then is called "mine", as the one now (of FILE), so that its rules, or the tool, are others',
    ],
  ])("changed by %s: which one decided, and which one there is now", async (_, rules, sentence) => {
    const given = await waiting([shell]);
    const file = rules === null ? null : writePolicy(rules);
    const { stderr } = await app(["approve", given.ids[0] ?? "", ...given.by, ...(file === null ? [] : ["--policy", file])]);
    expect(stderr).toContain(`the policy ${sentence.replace("FILE", String(file))}.\n`);
  });

  test("workspace_gone, until it is back", async () => {
    const given = await waiting([write]);
    const { workspace, file, ids, by } = given;
    const argv = ["approve", ids[0] ?? "", ...by, "--policy", file];
    renameSync(workspace, `${workspace}-2`);
    expect(await refusal(given, argv)).toEqual({ code: "workspace_gone", isUnchanged: true });
    writeFileSync(workspace, "");
    expect(await refusal(given, argv)).toEqual({ code: "workspace_gone", isUnchanged: true });
    rmSync(workspace);
    renameSync(`${workspace}-2`, workspace);
    expect((await app(argv)).stdout).toContain(" succeeded ");
  });

  test("no_workspace, where the record does not say it", async () => {
    const given = await waiting([shell]);
    const argv = ["approve", "c:1:approval", ...given.by, "--policy", given.file];
    await askAgain(given, { approvers: null, expiresAt: null });
    expect((await app(["approvals", "--journal", given.database])).stdout).toContain("\n  where      the record does not say\n");
    expect(await refusal(given, argv)).toEqual({ code: "no_workspace", isUnchanged: true });
    expect((await app([...argv, "--workspace", given.workspace])).stdout).toContain(" succeeded ");
  });

  test("no_workspace, where what the record says of it is nothing", async () => {
    const given = await waiting([shell]);
    await askAgain(given, { approvers: null, expiresAt: null }, [{ id: "run.begun", kind: "run.begun", at: 1, body: null }]);
    const { status, stdout } = await app(["approvals", "--journal", given.database]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("\n  where      the record does not say\n") });
    const argv = ["approve", "c:1:approval", ...given.by, "--policy", given.file];
    expect(await refusal(given, argv)).toEqual({ code: "no_workspace", isUnchanged: true });
  });

  test("settled", async () => {
    const given = await waiting([shell]);
    const argv = [given.ids[0] ?? "", ...given.by];
    expect((await app(["reject", ...argv])).status).toBe(0);
    expect(await refusal(given, ["reject", ...argv])).toEqual({ code: "settled", isUnchanged: true });
    expect(await refusal(given, ["approve", given.ids[0] ?? "", ...given.host])).toEqual({ code: "settled", isUnchanged: true });
  });

  test("branch_taken", async () => {
    const given = await waiting([shell]);
    const journal = sqliteJournal({ path: given.database });
    const lease = await journal.acquire(String(given.listed[0]?.branchId), { owner: "alive", ttlMs: 60_000 });
    expect(await refusal(given, ["reject", given.ids[0] ?? "", ...given.by])).toEqual({ code: "branch_taken", isUnchanged: true });
    await lease?.release();
    await journal.close();
  });

  test.each([
    ["not_allowed", "2100-01-01T00:00:00.000Z", true],
    ["expired", "2001-01-01T00:00:00.000Z", false],
  ])("%s", async (code, until, isUnchanged) => {
    const given = await waiting([shell]);
    await askAgain(given, { approvers: ["noa"], expiresAt: Date.parse(until) });
    const { stdout } = await app(["approvals", "--journal", given.database]);
    expect(stdout).toContain(`  who may    noa\n  until      ${until}${isUnchanged ? "\n" : ", which is over\n"}`);
    expect(await refusal(given, ["approve", "c:1:approval", ...given.host])).toEqual({ code, isUnchanged });
    const log = json((await app(["log", "--journal", given.database, "--branch", "other", "--json"])).stdout);
    expect(log.map(({ approval }) => (approval as { readonly decided: string } | null)?.decided)).toEqual(
      isUnchanged ? [undefined, undefined] : [undefined, "expired", undefined],
    );
  });

  /** A call like the one that waits, in a branch of its own, for whom and as long as is given. */
  async function askAgain(
    { database, listed }: Waiting,
    limits: { readonly approvers: readonly string[] | null; readonly expiresAt: number | null },
    before: readonly NewEntry[] = [],
  ) {
    const journal = sqliteJournal({ path: database });
    const { entries } = await journal.read(String(listed[0]?.branchId), { kinds: ["call.proposed", "approval.requested"] });
    const [proposed, requested] = entries.map(({ body }) => body as object);
    const [opened, asked] = [
      { ...proposed, callId: "c", requestId: "r", message: null },
      { ...requested, callId: "c", requestId: "r", approvalId: "c:1:approval", ...limits },
    ];
    await journal.append("other", [
      ...before,
      { id: "c:proposed", kind: "call.proposed", at: 1, opens: "c", body: opened },
      { id: "c:1:approval", kind: "approval.requested", at: 2, opens: "c:1:approval", body: asked },
    ] as never);
    await journal.close();
  }
});
