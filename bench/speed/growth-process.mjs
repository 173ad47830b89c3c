import { join } from "node:path";
import { Branch } from "@acta/branch";
import { sqliteJournal } from "@acta/journal-sqlite";
import { temporaryFolder } from "../shared/folder.mjs";
import { addTool, busOf, isAllowed } from "../shared/governed.mjs";
import { processorClock } from "./clocks.mjs";

const group = "growth";
const few = 10;
const some = 1_000;
const most = 100_000;
const samplesOf = 9;
const results = [];

const branchOf = (options = {}) => new Branch({ tools: [addTool], policy: isAllowed, hooks: busOf(3).hooks, ...options });

async function calls(branch, count) {
  for (let a = 0; a < count; a++) {
    const [{ success }] = await branch.act({ function: addTool.name, arguments: { a, b: 2 } });
    if (!success) throw new Error("a call did not succeed");
  }
}

async function batch(branch, count) {
  const requests = Array.from({ length: count }, (_, a) => ({ function: addTool.name, arguments: { a, b: 2 } }));
  const models = await branch.act(requests);
  if (models.length !== count || models.some(({ success }) => !success)) throw new Error("a call of the batch did not succeed");
}

/** Microseconds a call, so often. */
async function timed(count, times, work) {
  const samples = [];
  for (let sample = 0; sample < times; sample++) {
    globalThis.gc({ type: "minor" });
    const startedAt = processorClock();
    await work();
    samples.push(((processorClock() - startedAt) * 1_000) / count);
  }
  return samples;
}

/** What the heap holds when nothing is left to collect. */
async function held() {
  for (let pass = 0; pass < 3; pass++) {
    globalThis.gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

/** Bytes that so many branches of so many calls hold, and what it took to fill them, microseconds a call. */
async function weighed(count, { options, branches = 1 } = {}) {
  const before = await held();
  const filled = Array.from({ length: branches }, () => branchOf(options));
  const samples = await timed(count * branches, 1, async () => {
    for (const branch of filled) await calls(branch, count);
  });
  const bytes = (await held()) - before;
  if (filled.some(({ log }) => log.length === 0)) throw new Error("a branch has forgotten its last call");
  for (const branch of filled) await branch.close();
  return { samples, bytes };
}

/** What a call leaves behind in a branch, and the cost of the calls at the end of it. */
async function grow() {
  const tens = await weighed(few, { branches: 100 });
  const atFew = await timed(100 * few, samplesOf, async () => {
    for (let number = 0; number < 100; number++) await calls(branchOf(), few);
  });
  results.push({ id: "growth/one-at-10", group, samples: atFew, keptBytes: Math.round(tens.bytes / (100 * few)) });

  const thousand = await weighed(some);
  const atSome = await timed(some, samplesOf, () => calls(branchOf(), some));
  results.push({ id: "growth/one-at-1000", group, samples: atSome, keptBytes: Math.round(thousand.bytes / some) });

  const all = await weighed(most);
  const long = branchOf();
  await calls(long, most - samplesOf * some);
  const atMost = await timed(some, samplesOf, () => calls(long, some));
  results.push({ id: "growth/one-at-100000", group, samples: atMost, keptBytes: Math.round(all.bytes / most) });
  results.push({ id: "growth/kept-of-100000", group, samples: atMost, keptBytes: all.bytes });
}

/** All that a branch keeps in memory whose journal is a file, and which is told to keep the latest only. */
async function bounded() {
  const folder = temporaryFolder("growth");
  const journal = sqliteJournal({ path: join(folder.path, "journal.db"), synchronous: "NORMAL" });
  // What the process keeps for itself, code and caches, is there before anything is weighed.
  await weighed(10 * some, { options: { id: "warming", journal, keep: 100 } });
  const { samples, bytes } = await weighed(most, { options: { id: "bounded", journal, keep: 100 } });
  results.push({ id: "growth/kept-at-100000", group, samples, keptBytes: bytes });
  await journal.close();
  folder.remove();
}

async function batches() {
  for (let warming = 0; warming < 5; warming++) await batch(branchOf(), some);
  results.push({ id: "growth/batch-1000", group, samples: await timed(some, samplesOf, () => batch(branchOf(), some)) });
  results.push({ id: "growth/batch-100000", group, samples: await timed(most, 1, () => batch(branchOf(), most)) });
}

await calls(branchOf(), 3_000);
await grow();
await bounded();
await batches();
process.send(results, () => process.exit());
