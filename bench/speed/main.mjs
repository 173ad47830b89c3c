// `npm run bench`: what a governed call costs, beside floors, peers and components.
import { writeFileSync } from "node:fs";
import { chosen, pathOf, readOptions } from "../shared/options.mjs";
import { proveControl } from "./case.mjs";
import { chart } from "./chart.mjs";
import { derive } from "./derived.mjs";
import { growth } from "./growth.mjs";
import { heapInOwnProcess } from "./heap.mjs";
import { measure, quick, thorough } from "./measure.mjs";
import { phases } from "./phases.mjs";
import { quartiles } from "./quartiles.mjs";
import { report } from "./report.mjs";
import { judge } from "./targets.mjs";

const text = { type: "string" };
const flag = { type: "boolean", default: false };
const options = readOptions("Usage: npm run bench [-- --json FILE] [--chart FILE] [--only PHASES] [--quick] [--check]", {
  json: text,
  chart: text,
  only: text,
  quick: flag,
  check: flag,
});
const effort = options.quick ? quick : thorough;
const wanted = chosen([...Object.keys(phases), "growth"], options.only);
const tell = (line) => console.error(line);

await proveControl();
const measured = [];
for (const [name, load] of Object.entries(phases)) {
  if (!wanted.includes(name)) continue;
  const { now, cases, skipped } = await load();
  if (skipped) {
    tell(`SKIPPED ${name}: ${skipped}`);
    continue;
  }
  const timed = await measure(cases, { now, ...effort }, (line) => tell(`${name}: ${line}`));
  tell(`${name}: heap`);
  const heap = await heapInOwnProcess(name, effort);
  measured.push(...timed.map((each) => ({ ...each, heapBytes: heap[each.id] ?? null })));
}
if (wanted.includes("growth")) {
  tell("growth");
  measured.push(...(await growth()));
}
measured.push(...derive(measured));

// Where only some phases ran, the others are not judged.
const targets = judge(measured).filter(({ ratio }) => !options.only || ratio !== null);
const results = measured.map(({ id, group, samples, heapBytes = null, keptBytes }) => ({
  id,
  group,
  ...quartiles(samples),
  heapBytes,
  ...(keptBytes === undefined ? {} : { keptBytes }),
}));
const json = { schema: 1, node: process.version, results, targets };
if (options.json) writeFileSync(pathOf(options.json), `${JSON.stringify(json, null, 2)}\n`);
if (options.chart) writeFileSync(pathOf(options.chart), chart(json));

console.log(report(json));
const missed = targets.filter(({ met }) => !met).length;
console.log(`${targets.length - missed} targets met, ${missed} missed`);
process.exit(options.check && missed > 0 ? 1 : 0);
