import { Branch } from "@acta/branch";
import { addTool, busOf, isAllowed } from "../shared/governed.mjs";

const most = 100_000;
const window = 1_000;
const group = "growth";
const results = [];

const branchOf = (options = {}) => new Branch({ tools: [addTool], policy: isAllowed, hooks: busOf(3).hooks, ...options });
const requests = (count) => Array.from({ length: count }, (_, a) => ({ function: addTool.name, arguments: { a, b: 2 } }));

async function calls(branch, count) {
  for (let a = 0; a < count; a++) {
    const [{ success }] = await branch.act({ function: addTool.name, arguments: { a, b: 2 } });
    if (!success) throw new Error("a call did not succeed");
  }
}

/** Microseconds a call. */
async function timed(count, work) {
  globalThis.gc();
  const startedAt = performance.now();
  await work();
  return ((performance.now() - startedAt) * 1_000) / count;
}

function kept() {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

async function keptPerCall(count) {
  const base = kept();
  const branch = branchOf();
  await calls(branch, count);
  const bytes = Math.round((kept() - base) / count);
  if (branch.log.length !== count) throw new Error("a call is missing");
  return bytes;
}

await calls(branchOf(), 3_000);

const few = [];
for (let sample = 0; sample < 9; sample++) {
  const branches = Array.from({ length: 100 }, () => branchOf());
  few.push(
    await timed(1_000, async () => {
      for (const branch of branches) await calls(branch, 10);
    }),
  );
}
results.push({ id: "growth/one-at-10", group, samples: few });

// The window before 1,000 calls, on branches of their own, and the windows at the end of one long branch.
const before = [];
for (let sample = 0; sample < 9; sample++) {
  const branch = branchOf();
  before.push(await timed(window, () => calls(branch, window)));
}
results.push({ id: "growth/one-at-1000", group, samples: before, keptBytes: await keptPerCall(1_000) });

const long = branchOf();
const empty = kept();
await calls(long, most - 9 * window);
const last = [];
for (let sample = 0; sample < 9; sample++) last.push(await timed(window, () => calls(long, window)));
const perCall = Math.round((kept() - empty) / long.log.length);
results.push({ id: "growth/one-at-100000", group, samples: last, keptBytes: perCall });

for (const size of [1_000, most]) {
  const samples = [];
  for (let sample = 0; sample < (size === most ? 1 : 9); sample++) {
    const branch = branchOf();
    const proposals = requests(size);
    samples.push(
      await timed(size, async () => {
        const models = await branch.act(proposals);
        if (models.length !== size || models.some(({ success }) => !success)) throw new Error("a call of the batch failed");
      }),
    );
  }
  results.push({ id: size === 1_000 ? "growth/batch-1000" : "growth/batch-100000", group, samples });
}

// With the option that bounds what a branch keeps of settled calls, where it has one: all that is kept, not a share.
for (const [id, count] of [
  ["growth/kept-at-1000", 1_000],
  ["growth/kept-at-100000", most],
]) {
  const base = kept();
  const branch = boundedBranch();
  const samples = [await timed(count, () => calls(branch, count))];
  const keptBytes = kept() - base;
  if (branch.log.length === 0) throw new Error("the branch forgot its last call");
  results.push({ id, group, samples, keptBytes });
}

function boundedBranch() {
  try {
    return branchOf({ keep: 100 });
  } catch {
    return branchOf();
  }
}

process.send(results, () => process.exit());
