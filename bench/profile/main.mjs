// Where a governed call in memory spends its time and its bytes: `node bench/profile/main.mjs [calls]`, after a build.
import { Session } from "node:inspector/promises";
import { Branch } from "@acta/branch";
import { PermissionPolicy } from "@acta/permissions";
import { addTool, busOf } from "../shared/governed.mjs";
import { proposed } from "../shared/tool.mjs";

const count = Number(process.argv[2] ?? 50_000);
const callsPerBranch = 1_000;
const shown = 25;
const policy = new PermissionPolicy({ mode: "rules", allow: { [addTool.name]: ["*"] } });
const request = { function: addTool.name, arguments: proposed };

async function calls(many) {
  for (let done = 0; done < many; done += callsPerBranch) {
    const branch = new Branch({ tools: [addTool], policy, hooks: busOf(3).hooks });
    for (let call = 0; call < callsPerBranch; call++) {
      const [{ success }] = await branch.act(request);
      if (!success) throw new Error("a call did not succeed");
    }
  }
}

const session = new Session();
session.connect();
await calls(5_000);

await session.post("Profiler.enable");
await session.post("Profiler.setSamplingInterval", { interval: 200 });
await session.post("Profiler.start");
const startedAt = performance.now();
await calls(count);
const usPerCall = ((performance.now() - startedAt) * 1_000) / count;
const { profile } = await session.post("Profiler.stop");

await session.post("HeapProfiler.startSampling", {
  samplingInterval: 512,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
});
await calls(callsPerBranch * 10);
const { profile: heap } = await session.post("HeapProfiler.stopSampling");

const times = selfTimes(profile);
const total = sum(times.values());
const share = (us) => `${((us / total) * 100).toFixed(1).padStart(5)} %`;
console.log(`${usPerCall.toFixed(1)} us a call; its share by package:\n`);
print(grouped(times), share);
console.log("\nEach function, without what it calls:\n");
print(times, share);
const bytes = selfSizes(heap);
const perCall = (size) => Math.round(size / (callsPerBranch * 10));
console.log(`\n${perCall(sum(bytes.values())).toLocaleString("en")} bytes a call, of which:\n`);
print(bytes, (size) => `${perCall(size).toLocaleString("en").padStart(7)} B `);

function print(amounts, format) {
  const dearest = [...amounts].sort(([, left], [, right]) => right - left).slice(0, shown);
  for (const [name, amount] of dearest) console.log(`${format(amount)}  ${name}`);
}

function selfTimes({ nodes, samples, timeDeltas }) {
  const nameOf = new Map(nodes.map(({ id, callFrame }) => [id, nameOfFrame(callFrame)]));
  const times = new Map();
  for (const [index, id] of samples.entries()) add(times, nameOf.get(id), timeDeltas[index]);
  return times;
}

function selfSizes({ head }) {
  const sizes = new Map();
  const walk = ({ callFrame, selfSize, children }) => {
    add(sizes, nameOfFrame(callFrame), selfSize);
    for (const child of children) walk(child);
  };
  walk(head);
  return sizes;
}

function grouped(amounts) {
  const groups = new Map();
  for (const [name, amount] of amounts)
    add(groups, /^\S+ ([\w-]+)\/dist\//.exec(name)?.[1] ?? (/^\((garbage|program)/.test(name) ? name : "Node and the rest"), amount);
  return groups;
}

function nameOfFrame({ functionName, url, lineNumber }) {
  const file = url.replace(/^.*\/(packages|bench|node_modules)\//, "");
  return `${functionName || "(anonymous)"}${file ? ` ${file}:${lineNumber + 1}` : ""}`;
}

function add(amounts, name, amount) {
  amounts.set(name, (amounts.get(name) ?? 0) + amount);
}

function sum(values) {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
