import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { type ThreadsExecutor, type ThreadsOptions, threadsExecutor } from "../src/index.js";
import { Marks, run } from "./call.js";

const marks = new Marks();
afterAll(() => marks.remove());

vi.setConfig({ testTimeout: 30_000 });

const opened: ThreadsExecutor[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((executor) => executor.close()));
});
const open = (options: ThreadsOptions) => {
  const executor = threadsExecutor(options);
  opened.push(executor);
  return executor;
};

/** Whether there is such a process that can still do something. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Starts a tool that writes the id of a process, and aborts its call then. */
async function aborted(executor: ThreadsExecutor, name: string, input = {}) {
  const file = marks.file();
  const controller = new AbortController();
  const running = run(executor, name, { file, ...input }, { signal: controller.signal });
  const pid = Number(await marks.first(file));
  controller.abort();
  return { result: await running, pid };
}

test("a thread that is stuck in native code is given up: unconfirmed, counted, replaced", async () => {
  const executor = open({ size: 1, exitTimeoutMs: 50 });
  const { result, pid } = await aborted(executor, "sleeps", { seconds: 60 });
  expect(result).toEqual({ kind: "stopped", confirmed: false, executed: "unknown" });
  expect(executor.load).toEqual({ queued: 0, busy: 0, idle: 0, stuck: 1 });
  expect(await run(executor, "echo", { a: 1 })).toEqual({ kind: "returned", output: { a: 1 } });
  expect(executor.load.stuck).toBe(1);
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(executor.load.stuck).toBe(0), { timeout: 20_000 });
  expect(executor.load).toMatchObject({ busy: 0, idle: 1 });
});

test("close does not wait for ever for what is stuck", async () => {
  const executor = open({ size: 1, exitTimeoutMs: 50 });
  const file = marks.file();
  const running = run(executor, "sleeps", { file, seconds: 60 });
  const pid = Number(await marks.first(file));
  await executor.close();
  expect(await running).toEqual({ kind: "stopped", confirmed: false, executed: "unknown" });
  process.kill(pid, "SIGKILL");
  await vi.waitFor(() => expect(executor.load.stuck).toBe(0), { timeout: 20_000 });
});

test("a process is ended even there, with what it has started", async () => {
  const executor = open({ processes: true });
  const { result, pid } = await aborted(executor, "sleeps", { seconds: 60 });
  expect(result).toEqual({ kind: "stopped", confirmed: true, executed: "unknown" });
  expect(executor.load.stuck).toBe(0);
  expect(isAlive(pid)).toBe(false);
});

test("a process survives no memory bomb, and takes nobody along", async () => {
  const executor = open({ processes: true, memoryMb: 64 });
  expect(await run(executor, "largeBomb")).toMatchObject({ kind: "lost" });
  expect(await run(executor, "echo")).toEqual({ kind: "returned", output: {} });
});

test.each([false, true])("what a tool has started ends with its process (which ends by itself: %s)", async (thenExits) => {
  const executor = open({ processes: true });
  const file = marks.file();
  const controller = new AbortController();
  const running = run(executor, "startsAnother", { file, thenExits }, { signal: controller.signal });
  const pid = Number(await marks.first(file));
  expect(isAlive(pid)).toBe(true);
  if (!thenExits) controller.abort();
  expect((await running).kind).toBe(thenExits ? "lost" : "stopped");
  expect(isAlive(pid)).toBe(false);
});

test.each(["marksAndHangs", "marksAndBlocks", "sleeps"])(
  "a process whose parent was killed ends itself, also while it %s",
  async (name) => {
    const file = marks.file();
    const parent = spawn(process.execPath, [fileURLToPath(new URL("parent.mjs", import.meta.url)), name, file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(parent.stdout, "data");
    const pid = Number(line);
    await marks.first(file);
    expect(isAlive(pid)).toBe(true);
    parent.kill("SIGKILL");
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });
  },
);
