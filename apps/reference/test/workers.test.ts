import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Program } from "./program.js";
import { app, permissivePolicy, readJsonLines, type ToolUse, temporaryFolder, writeLog } from "./support.js";

const redisUrl = process.env.ACTA_TEST_REDIS_URL ?? "";
const unavailable = "SKIPPED: set ACTA_TEST_REDIS_URL to the URL of a Redis that tests may write to";
if (redisUrl === "") console.warn(`worker processes: ${unavailable}`);

/** A port where nobody listens. */
const nowhere = "redis://somebody:secret@127.0.0.1:1";
const bash = (command: string): ToolUse => ["Bash", { command }];

describe("without a Redis: 2, one sentence, and nothing written", () => {
  test.each([
    ["run", (workspace: string) => ["run", writeLog([[bash("ls")]]), "--workers", "1", "--redis", nowhere, "--workspace", workspace]],
    ["worker", (workspace: string) => ["worker", "--redis", nowhere, "--workspace", workspace]],
  ])("%s", async (_, argv) => {
    const journal = join(temporaryFolder(), "acta.db");
    const { status, stdout, stderr } = await app([...argv(temporaryFolder()), "--journal", journal]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe("There is no Redis that answers at redis://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1.\n");
    expect(existsSync(journal)).toBe(false);
  });
});

describe.skipIf(redisUrl === "")(redisUrl === "" ? `worker processes (${unavailable})` : "worker processes", { timeout: 60_000 }, () => {
  let program: Program;
  beforeAll(async () => {
    program = await Program.build("workers-test");
  }, 60_000);
  afterAll(() => program.remove());

  /** A program that says which process runs it, and for which queue. */
  const tells = `import { execFileSync } from "node:child_process";
    const words = execFileSync("ps", ["-ww", "-o", "args=", "-p", process.ppid], { encoding: "utf8" }).split(/\\s+/);
    export const told = { worker: process.ppid, queue: words[words.indexOf("--queue") + 1] };
    if (process.argv[2] === undefined) console.log(JSON.stringify(told));`;
  /** One that says it in a file, and runs as long as the worker does. */
  const waits = `import { renameSync, writeFileSync } from "node:fs";
    import { told } from "./tells.mjs";
    writeFileSync("telling", JSON.stringify(told));
    renameSync("telling", "told");
    setInterval(() => process.ppid === told.worker || process.exit(), 20);`;
  interface Told {
    readonly worker: number;
    readonly queue: string;
  }

  function runOf(turns: readonly (readonly ToolUse[])[], ...more: readonly string[]) {
    const workspace = temporaryFolder();
    writeFileSync(join(workspace, "waits.mjs"), waits);
    writeFileSync(join(workspace, "tells.mjs"), tells);
    const argv = ["run", writeLog(turns), "--json", "--policy", permissivePolicy(), "--workspace", workspace, "--redis", redisUrl, ...more];
    const { child, end } = program.start(argv);
    const told = async (): Promise<Told> => {
      await vi.waitUntil(() => existsSync(join(workspace, "told")), { timeout: 20_000 });
      return JSON.parse(readFileSync(join(workspace, "told"), "utf8"));
    };
    return { workspace, child, end, told };
  }

  const isAlive = (id: number) => {
    try {
      // A process that ended and was not waited for is a zombie: it runs nothing.
      return !/^Z/.test(execFileSync("ps", ["-o", "stat=", "-p", String(id)], { encoding: "utf8" }).trim());
    } catch {
      return false;
    }
  };

  async function withRedis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(redisUrl);
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }
  const keysOf = (queue: string) => withRedis((redis) => redis.keys(`bull:${queue}:*`));
  /** Whether there was anything to forget. */
  const forget = async (queue: string) => {
    const keys = await keysOf(queue);
    return keys.length > 0 && (await withRedis((redis) => redis.unlink(...keys))) > 0;
  };

  test("calls run in processes of their own, at once; edits of one file follow one another; nothing is left", async () => {
    const edits = ["1", "2", "3", "4"].map(
      (mark): ToolUse => ["Edit", { file_path: mark === "1" ? "a" : "/project/a", old_string: "end", new_string: `${mark} end` }],
    );
    const turns = [[["Write", { file_path: "a", content: "end" }] as const], [bash("node tells.mjs"), bash("node tells.mjs"), ...edits]];
    const journal = join(temporaryFolder(), "acta.db");
    const { workspace, child, end } = runOf(turns, "--workers", "2", "--strategy", "concurrent", "--journal", journal);
    const { status, stdout, stderr } = await end;
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const { calls, summary } = readJsonLines(stdout);
    expect(calls.map(({ outcome }) => outcome?.kind)).toEqual(calls.map(() => "succeeded"));
    expect([...readFileSync(join(workspace, "a"), "utf8").replace(" end", "").replaceAll(" ", "")].sort()).toEqual(["1", "2", "3", "4"]);

    const messages = (await app(["history", "--journal", journal, "--branch", summary.branchId ?? "", "--json"])).stdout;
    const told = [...messages.matchAll(/"stdout":"(.+?\})\\n"/g)].map(([, text]) => JSON.parse(JSON.parse(`"${text}"`)) as Told);
    expect(told).toHaveLength(2);
    for (const { worker, queue } of told) {
      expect(worker).not.toBe(child.pid);
      expect(isAlive(worker)).toBe(false);
      expect(await keysOf(queue)).toEqual([]);
    }
    // What workers claimed is no run.
    expect((await app(["log", "--journal", journal])).stdout).toContain(`\n${calls.length} calls: ${calls.length} succeeded.\n`);
  });

  test("an interrupted run stops what its workers run, and ends them", async () => {
    const { child, end, told } = runOf([[bash("node waits.mjs quietly"), ["Read", { file_path: "a" }]]], "--workers", "1");
    const { worker, queue } = await told();
    expect(isAlive(worker)).toBe(true);
    child.kill("SIGINT");
    const { status, stdout } = await end;
    expect(status).toBe(130);
    expect(readJsonLines(stdout).calls.map(({ outcome }) => outcome?.kind)).toEqual(["cancelled", "skipped"]);
    expect(isAlive(worker)).toBe(false);
    expect(await keysOf(queue)).toEqual([]);
  });

  test("a run that is killed leaves no worker behind; its queue stays in Redis", async () => {
    const { child, end, told } = runOf([[bash("node waits.mjs quietly")]], "--workers", "1");
    const { worker, queue } = await told();
    child.kill("SIGKILL");
    await end;
    await vi.waitUntil(() => !isAlive(worker), { timeout: 20_000 });
    expect(await forget(queue)).toBe(true);
  });

  test("a worker that is killed: its call is ambiguous, because nobody knows, and another worker runs the next one", async () => {
    const { end, told } = runOf([[bash("node waits.mjs quietly")], [["Read", { file_path: "tells.mjs" }]]], "--workers", "1");
    process.kill((await told()).worker, "SIGKILL");
    const { status, stdout, stderr } = await end;
    expect({ status, stderr }).toEqual({ status: 0, stderr: "A worker died; another one takes its place.\n" });
    expect(readJsonLines(stdout).calls.map(({ outcome }) => [outcome?.kind, outcome?.executed])).toEqual([
      ["ambiguous", "unknown"],
      ["succeeded", "yes"],
    ]);
  });

  test("a run without workers of its own uses one that somebody else has started", async () => {
    const queue = `acta-test-${randomUUID()}`;
    const workspace = temporaryFolder();
    const journal = join(temporaryFolder(), "acta.db");
    const place = ["--redis", redisUrl, "--queue", queue, "--journal", journal];
    const worker = program.start(["worker", ...place, "--workspace", workspace, "--log-root", "/project"]);
    const write: ToolUse = ["Write", { file_path: "/project/a", content: "far away" }];
    const argv = ["run", writeLog([[write]]), "--json", "--workers", "0", "--workspace", temporaryFolder(), ...place];
    const { stdout } = await program.start(argv).end;
    expect(readJsonLines(stdout).calls).toMatchObject([{ outcome: { kind: "succeeded" } }]);
    expect(readFileSync(join(workspace, "a"), "utf8")).toBe("far away");
    worker.child.kill("SIGTERM");
    expect(await worker.end).toMatchObject({ status: 143, stderr: "" });
    expect(await forget(queue)).toBe(true);
  });
});
