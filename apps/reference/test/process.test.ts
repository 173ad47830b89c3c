import { type StdioOptions, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readJsonLines, temporaryFolder, writeLog } from "./support.js";

const folder = join(import.meta.dirname, "..");
const program = join(folder, "dist/process-test.js");

// From the sources, whatever was built before; beside the real one, because it looks for its data from there.
beforeAll(async () => {
  await build({
    entryPoints: [join(folder, "src/main.ts")],
    outfile: program,
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@acta/source"],
  });
}, 60_000);

afterAll(() => rmSync(program, { force: true }));

function start(argv: readonly string[], stdio: StdioOptions = "pipe") {
  const child = spawn(process.execPath, [program, ...argv], { env: { ...process.env, TMPDIR: temporaryFolder() }, stdio });
  const written = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk) => (written.stdout += chunk));
  child.stderr?.on("data", (chunk) => (written.stderr += chunk));
  const end = new Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }>((resolve) => {
    child.once("close", (status) => resolve({ status, ...written }));
  });
  return { child, end };
}

test("SIGINT, even when it is delivered twice: 130, and what ran is recorded", async () => {
  const workspace = temporaryFolder();
  writeFileSync(
    join(workspace, "wait.mjs"),
    'import { writeFileSync } from "node:fs"; writeFileSync("started", ""); setInterval(() => {}, 1000);',
  );
  const policy = join(temporaryFolder(), "policy.json");
  writeFileSync(policy, JSON.stringify({ mode: "allow_all" }));
  const log = writeLog([
    [
      ["Bash", { command: "node wait.mjs" }],
      ["Read", { file_path: "a" }],
    ],
  ]);
  const { child, end } = start(["run", log, "--json", "--workspace", workspace, "--policy", policy]);
  await vi.waitUntil(() => existsSync(join(workspace, "started")), { timeout: 5_000 });
  child.kill("SIGINT");
  child.kill("SIGINT");
  const { status, stdout } = await end;
  expect(status).toBe(130);
  expect(readJsonLines(stdout).calls.map(({ outcome }) => outcome?.kind)).toEqual(["cancelled", "skipped"]);
}, 30_000);

test("a reader that goes away does not end the run", async () => {
  const workspace = temporaryFolder();
  const log = writeLog(Array.from({ length: 20 }, (_, index) => [["Write", { file_path: `${index}`, content: "" }]]));
  const { child, end } = start(["run", log, "--json", "--workspace", workspace]);
  child.stdout?.destroy();
  expect(await end).toMatchObject({ status: 0, stderr: "" });
  expect(existsSync(join(workspace, "19"))).toBe(true);
}, 30_000);

test("a signal is seen between calls that need not wait for anything", async () => {
  const log = writeLog(Array.from({ length: 5_000 }, () => [["Weather", {}]]));
  const { child, end } = start(["run", log, "--json"]);
  child.stdout?.once("data", () => child.kill("SIGINT"));
  const { status, stdout } = await end;
  expect(status).toBe(130);
  const { calls, summary } = readJsonLines(stdout);
  expect(calls.length).toBeLessThan(5_000);
  expect(summary).toMatchObject({ calls: calls.length, requests: calls.length, responses: calls.length });
}, 30_000);

test.runIf(existsSync("/dev/full"))(
  "an output without room is said in a sentence, and the run goes on",
  async () => {
    const workspace = temporaryFolder();
    const log = writeLog(Array.from({ length: 3 }, (_, index) => [["Write", { file_path: `${index}`, content: "" }]]));
    const full = openSync("/dev/full", "w");
    const { end } = start(["run", log, "--json", "--workspace", workspace], ["ignore", full, "pipe"]);
    closeSync(full);
    expect(await end).toMatchObject({ status: 1, stderr: "The output cannot be written (ENOSPC).\n" });
    expect(existsSync(join(workspace, "2"))).toBe(true);
  },
  30_000,
);
