import { execFileSync } from "node:child_process";
import { createWriteStream, openSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sqliteJournal } from "@acta/journal-sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { Interruption } from "../src/interruption.js";
import { hello, journalOf, json } from "./journal-support.js";
import { leaveOpen, leftOpen, outcomes } from "./recover-support.js";
import { app, permissivePolicy, temporaryFolder, writePolicy } from "./support.js";

describe("recover --rerun", () => {
  /** Two branches, each of a run in a folder of its own. */
  async function twoRuns() {
    const database = await leftOpen();
    await app(["recover", "--journal", database]);
    const workspaces = [temporaryFolder(), temporaryFolder()] as const;
    for (const [index, workspace] of workspaces.entries()) {
      writeFileSync(join(workspace, "a.txt"), `in ${index}`);
      await leaveOpen(database, `run-${index}`, workspace);
    }
    return { database, workspaces, argv: ["recover", "--journal", database, "--rerun", "--policy", permissivePolicy()] };
  }
  const refusal = async (argv: readonly string[]) => {
    const { status, stdout, stderr } = await app([...argv, "--json"]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^Nothing was recovered; of the branch .*\.\n$/) });
    return json(stdout);
  };

  test("the calls of each run, where it acted", async () => {
    const { argv } = await twoRuns();
    const { stdout } = await app(argv);
    expect(stdout).toMatch(/ run-0 .* Read .* succeeded .*in 0$/m);
    expect(stdout).toMatch(/ run-1 .* Read .* succeeded .*in 1$/m);
  });

  test("nothing of any run, where another folder is named than that of one; but of one alone", async () => {
    const { argv, workspaces } = await twoRuns();
    const other = { type: "refusal", branchId: "run-1", code: "other_workspace", message: expect.stringContaining(workspaces[1]) };
    expect(await refusal([...argv, "--workspace", workspaces[0]])).toEqual([other]);
    expect(await refusal([...argv, "--log-root", "/p"])).toMatchObject([{ branchId: "run-0", code: "other_log_root" }]);
    const one = await app([...argv, "--workspace", workspaces[0], "--log-root", "/project", "--branch", "run-0", "--json"]);
    expect(outcomes(one.stdout)).toEqual(["Read succeeded", "Bash ambiguous", "Read skipped"]);
    expect(await app([...argv, "--branch", "none"])).toMatchObject({ status: 2, stderr: 'The record has no branch "none".\n' });
  });

  test.each([true, false])("without a branch whose workspace is gone, which is named; somebody holds it: %j", async (isHeld) => {
    const { argv, workspaces, database } = await twoRuns();
    const journal = sqliteJournal({ path: database });
    const lease = isHeld ? await journal.acquire("run-0", { owner: "alive", ttlMs: 60_000 }) : null;
    renameSync(workspaces[0], `${workspaces[0]}-2`);
    const { status, stdout, stderr } = await app([...argv, "--json"]);
    expect({ status, ended: outcomes(stdout) }).toEqual({ status: 1, ended: ["Read succeeded", "Bash ambiguous", "Read skipped"] });
    expect(stderr).toBe(`The branch run-0 was not recovered: its run acted in ${workspaces[0]}, which is gone.\n`);
    expect(json(stdout).at(-1)).toMatchObject({ held: [], unrecovered: [{ branchId: "run-0", code: "workspace_gone" }] });
    await lease?.release();
    await journal.close();
    // The control: it is not ended, and runs again where it acted once that is back.
    renameSync(`${workspaces[0]}-2`, workspaces[0]);
    expect(outcomes((await app([...argv, "--json"])).stdout)).toEqual(["Read succeeded", "Bash ambiguous", "Read skipped"]);
  });

  test("interrupted: what ended is shown, and nothing else is begun or said to be held", async () => {
    const { argv, database } = await twoRuns();
    const interruption = new AbortController();
    const module = join(temporaryFolder(), "policy.mjs");
    const decide = `globalThis[${JSON.stringify(module)}](); return { kind: "abstain" };`;
    writeFileSync(module, `export const createPolicy = () => ({ id: "own", version: "1", decide() { ${decide} } });`);
    Object.assign(globalThis, { [module]: () => interruption.abort(new Interruption("SIGINT")) });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, module));
    const { signal } = interruption;
    const { status, stdout, stderr } = await app([...argv, "--policy-module", module, "--json"], { signal });
    expect({ status, ended: outcomes(stdout) }).toEqual({ status: 130, ended: ["Read cancelled"] });
    expect(stderr).toBe("The run was interrupted; what ran is recorded.\n");
    expect(json(stdout).at(-1)).toMatchObject({ held: [], unrecovered: [] });
    // The control: what was left is there for the next.
    expect(outcomes((await app(["recover", "--journal", database, "--json"])).stdout)).toHaveLength(5);
  });

  test("needs the folder where the record does not say it", async () => {
    const argv = ["recover", "--journal", await leftOpen(), "--rerun"];
    expect(await refusal(argv)).toMatchObject([{ branchId: "dead", code: "no_workspace" }]);
  });

  test("a policy from a pipe serves runs in several folders", async () => {
    const { argv } = await twoRuns();
    const pipe = join(temporaryFolder(), "policy");
    execFileSync("mkfifo", [pipe]);
    // More than a pipe holds, so that it stays open until somebody reads.
    createWriteStream("", { fd: openSync(pipe, "r+") }).end(JSON.stringify({ mode: "allow_all" }) + " ".repeat(200_000));
    const { status, stdout } = await app([...argv, "--policy", pipe, "--json"]);
    expect({ status, ended: outcomes(stdout).filter((outcome) => outcome === "Read succeeded") }).toEqual({
      status: 0,
      ended: ["Read succeeded", "Read succeeded"],
    });
  });

  test.each<[string, () => readonly string[], string]>([
    ["a policy that does not exist", () => ["--policy", "/none"], "The policy /none does not exist.\n"],
    ["a policy that is none", () => ["--policy", writePolicy({ mode: "none" })], "The policy .* cannot be used: .*\n"],
    ["a module that does not exist", () => ["--policy-module", "/none"], "The policy module /none does not exist.\n"],
    ["a workspace that does not exist", () => ["--workspace", "/none"], "The workspace /none does not exist.\n"],
    ["a log folder that is not absolute", () => ["--log-root", "p"], '--log-root is an absolute path, not "p".\n'],
  ])("refuses %s, also with nothing to do", async (_, bad, sentence) => {
    const { database } = await journalOf([hello]);
    const argv = ["recover", "--journal", database, "--rerun"];
    const { status, stdout, stderr } = await app([...argv, ...bad()]);
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: expect.stringMatching(new RegExp(`^${sentence}$`)) });
    expect((await app(argv)).status).toBe(0);
  });
});
