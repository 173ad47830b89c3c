// Bytes that one call of each case allocates: a process of its own, whose young generation is so large that nothing is collected meanwhile.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { prove } from "./case.mjs";
import { nodeFlags } from "./node-flags.mjs";
import { median } from "./quartiles.mjs";

const budgetBytes = 64 * 1024 * 1024;
const longestMs = 500;

export async function heapBytes(cases, effort) {
  const bytes = {};
  for (const one of cases) bytes[one.id] = await bytesOf(one, effort);
  return bytes;
}

async function bytesOf(one, { warmMs, warmCalls, caseMs }) {
  const subject = await one.open();
  await prove(one, subject);
  let perRun = 0;
  let calls = 0;
  const begunAt = performance.now();
  const isCold = () =>
    performance.now() < begunAt + warmMs || (calls < Math.min(warmCalls, one.warmCalls) && performance.now() < begunAt + caseMs);
  for (let runs = 1; isCold(); runs = Math.min(runs * 2, 500)) {
    perRun = (await allocated(subject, runs)) / runs;
    calls += runs * one.calls;
  }
  const most = Math.max(1, Math.floor(1_000 / one.calls));
  const runs = Math.max(1, Math.min(most, Math.floor(budgetBytes / Math.max(perRun, 1))));
  const tries = [];
  const startedAt = performance.now();
  do tries.push((await allocated(subject, runs)) / (runs * one.calls));
  while (tries.length < 5 && performance.now() - startedAt < longestMs);
  await subject.close?.();
  return Math.round(median(tries));
}

async function allocated(subject, runs) {
  const once = await subject.fresh();
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < runs; index++) {
    const pending = once(index);
    if (pending instanceof Promise) await pending;
  }
  return process.memoryUsage().heapUsed - before;
}

/** Runs this file's measurement in a process of its own; by case id. */
export function heapInOwnProcess(phase, options) {
  const flags = [...nodeFlags, "--min-semi-space-size=256", "--max-semi-space-size=256", "--max-old-space-size=3000"];
  const child = spawn(process.execPath, [...flags, fileURLToPath(new URL("heap-process.mjs", import.meta.url)), phase], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, ACTA_BENCH_EFFORT: JSON.stringify(options) },
  });
  return new Promise((resolve, reject) => {
    let answer;
    child.on("message", (message) => {
      answer = message;
    });
    child.on("exit", (code) => (answer ? resolve(answer) : reject(new Error(`the heap of ${phase} was not measured: exit ${code}`))));
  });
}
