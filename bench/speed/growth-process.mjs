import { Branch } from "@acta/branch";
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

/** Bytes that a branch of so many calls holds. */
async function weighed(count, options) {
  const before = await held();
  const branch = branchOf(options);
  await calls(branch, count);
  const bytes = (await held()) - before;
  if (branch.log.length === 0) throw new Error("the branch has forgotten its last call");
  return bytes;
}

/** What bounds the memory of settled calls, where this version of a branch has such an option. */
function bound() {
  const options = { keep: 100 };
  try {
    branchOf(options);
    return options;
  } catch {
    return {};
  }
}

async function keep() {
  for (const [id, count] of [
    ["growth/one-at-1000", some],
    ["growth/one-at-100000", most],
  ]) {
    results.push({ id, group, keptBytes: Math.round((await weighed(count)) / count) });
  }
  const bounded = bound();
  for (const [id, count] of [
    ["growth/kept-at-1000", some],
    ["growth/kept-at-100000", most],
  ]) {
    results.push({ id, group, samples: [], keptBytes: await weighed(count, bounded) });
  }
}

async function grow() {
  const samples = await timed(100 * few, samplesOf, async () => {
    for (let number = 0; number < 100; number++) await calls(branchOf(), few);
  });
  results.push({ id: "growth/one-at-10", group, samples });

  results[0].samples = await timed(some, samplesOf, () => calls(branchOf(), some));

  const long = branchOf();
  await calls(long, most - samplesOf * some);
  results[1].samples = await timed(some, samplesOf, () => calls(long, some));
}

async function batches() {
  for (let warming = 0; warming < 5; warming++) await batch(branchOf(), some);
  results.push({ id: "growth/batch-1000", group, samples: await timed(some, samplesOf, () => batch(branchOf(), some)) });
  results.push({ id: "growth/batch-100000", group, samples: await timed(most, 3, () => batch(branchOf(), most)) });
}

await calls(branchOf(), 3_000);
await keep();
await grow();
await batches();
process.send(results, () => process.exit());
