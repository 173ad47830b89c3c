import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sqliteJournal } from "@acta/journal-sqlite";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, test } from "vitest";
import { Interruption } from "../src/interruption.js";
import { hello, journalOf, lines, read, shell } from "./journal-support.js";
import { app, permissivePolicy, readJsonLines, temporaryFolder, writeLog } from "./support.js";

describe("run --journal", () => {
  test("several runs share a database, each as a branch of its own, which is free afterwards", async () => {
    const database = join(temporaryFolder(), "acta.db");
    const first = await app(["run", writeLog([[hello, shell]]), "--journal", database]);
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(first.stdout).toContain(`\nRecord: ${database}\nBranch: `);
    const second = readJsonLines((await app(["run", writeLog([[hello]]), "--json", "--journal", database])).stdout);
    expect(second.summary).toMatchObject({ calls: 1, requests: 1, responses: 1, record: database });
    const ids = [/^Branch: (.+)$/m.exec(first.stdout)?.[1] ?? "", second.summary.branchId ?? ""];
    expect(new Set(ids).size).toBe(2);

    const journal = sqliteJournal({ path: database });
    for (const id of ids) expect(await journal.acquire(id, { owner: "test", ttlMs: 1 })).not.toBeNull();
    expect((await journal.read(ids[1] ?? "")).entries.map(({ kind }) => kind)).toEqual([
      "run.begun",
      "call.proposed",
      "call.intended",
      "call.settled",
    ]);
    await journal.close();
  });

  test("approvals that are counted are those of the run", async () => {
    const database = join(temporaryFolder(), "acta.db");
    const policy = join(temporaryFolder(), "policy.json");
    writeFileSync(policy, JSON.stringify({ mode: "rules", escalate: { Bash: ["*"] } }));
    const argv = ["run", writeLog([[shell]]), "--json", "--policy", policy, "--journal", database];
    for (const _ of [1, 2]) expect(readJsonLines((await app(argv)).stdout).summary.pending).toBe(1);
    expect(readJsonLines((await app(["recover", "--journal", database, "--json"])).stdout).summary).toMatchObject({ pending: 2, held: [] });
  });

  test("the database and what lies beside it cannot be touched by a call", async () => {
    const workspace = temporaryFolder();
    const database = join(workspace, "acta.db");
    const paths = ["acta.db", "acta.db-wal", "acta.db-shm"];
    const log = writeLog([paths.map((file_path) => ["Write", { file_path, content: "" }])]);
    const argv = ["run", log, "--json", "--workspace", workspace, "--journal", database, "--policy", permissivePolicy()];
    const { calls } = readJsonLines((await app(argv)).stdout);
    expect(calls.map(({ decision }) => decision?.rule)).toEqual(paths.map(() => "record_file"));
  });

  test.each([
    ["from the start", "TRUE", []],
    ["any more", "NEW.kind <> 'run.begun'", ["journal_unavailable"]],
  ])("one that cannot be written %s ends the run with 1", async (_, when, codes) => {
    const { database } = await journalOf([hello]);
    const connection = new DatabaseSync(database);
    connection.exec(`CREATE TRIGGER full BEFORE INSERT ON acta_entry WHEN ${when} BEGIN SELECT RAISE(FAIL, 'no room'); END`);
    connection.close();
    const { status, stdout, stderr } = await app(["run", writeLog([[hello], [hello]]), "--json", "--journal", database]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The run failed: .*no room/);
    expect(readJsonLines(stdout).calls.map(({ outcome }) => outcome?.error?.code)).toEqual(codes);
  });

  test("an interrupted one gives its branch back", async () => {
    const database = join(temporaryFolder(), "acta.db");
    const controller = new AbortController();
    const options = { signal: controller.signal, onOutput: () => controller.abort(new Interruption("SIGINT")) };
    const { status, stdout } = await app(["run", writeLog([[hello], [read]]), "--json", "--journal", database], options);
    const { calls, branchId } = readJsonLines(stdout).summary;
    expect({ status, calls }).toEqual({ status: 130, calls: 1 });
    const journal = sqliteJournal({ path: database });
    expect(await journal.acquire(branchId ?? "", { owner: "test", ttlMs: 1 })).not.toBeNull();
    await journal.close();
  });
});

describe("what is no journal: 2, one sentence, and nothing created or changed", () => {
  const foreign = (path: string, wal: boolean) => {
    const database = new DatabaseSync(path);
    if (wal) database.exec("PRAGMA journal_mode = WAL");
    database.exec("CREATE TABLE mine (x)");
    database.close();
  };
  const newer = async (path: string) => {
    await sqliteJournal({ path }).close();
    const database = new DatabaseSync(path);
    database.exec("INSERT INTO acta_schema (version) VALUES (1000); PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
  };
  const hashOf = (path: string) => (lstatSync(path).isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : null);
  const cases: readonly (readonly [string, (path: string) => unknown, RegExp, readonly string[]])[] = [
    ["nothing", () => {}, /^The journal .* does not exist\.$/, ["log", "history", "recover"]],
    ["an empty file", (path) => writeFileSync(path, ""), /^The journal .* is empty\.$/, ["log", "history", "recover"]],
    ["a folder", (path) => mkdirSync(path), /^The journal .* is no journal\.$/, ["run", "log"]],
    ["a text", (path) => writeFileSync(path, "mine"), /^The journal .* is no journal\.$/, ["run", "log", "recover"]],
    ["another database", (path) => foreign(path, false), /^The journal .* is no journal\.$/, ["run", "log", "recover"]],
    ["another database with a log", (path) => foreign(path, true), /^The journal .* is no journal\.$/, ["run", "log"]],
    ["a newer journal", newer, /^The journal .* cannot be used: .*schema 1000.*\.$/, ["run", "log", "history", "recover"]],
  ];

  test.each(cases)("%s", async (_, make, sentence, commands) => {
    const folder = temporaryFolder();
    const path = join(folder, "acta.db");
    await make(path);
    // The index beside a write-ahead log says who reads; it holds nothing.
    const content = () => readdirSync(folder).map((name) => (name.endsWith("-shm") ? name : [name, hashOf(join(folder, name))]));
    const before = content();
    for (const command of commands) {
      const more = command === "run" ? [writeLog([[hello]])] : command === "history" ? ["--branch", "b"] : [];
      const { status, stdout, stderr, temporary } = await app([command, ...more, "--journal", path]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr.trimEnd()).toMatch(sentence);
      expect(lines(stderr)).toHaveLength(1);
      expect(content()).toEqual(before);
      expect(readdirSync(temporary)).toEqual([]);
    }
  });
});
