// `npm run truth`: the same faults through Acta and its peers; what their histories say, and what happened.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chosen, pathOf, readOptions } from "../shared/options.mjs";
import { runCell } from "./cell.mjs";
import { proveJudges } from "./control.mjs";
import { scenarios } from "./scenarios.mjs";
import { subjects } from "./subjects.mjs";
import { asMarkdown, asText } from "./table.mjs";

const text = { type: "string" };
const usage = "Usage: npm run truth [-- --json FILE] [--only SUBJECTS] [--scenario IDS]";
const options = readOptions(usage, { json: text, only: text, scenario: text });
const names = chosen(Object.keys(subjects), options.only);
const ids = chosen(
  scenarios.map(({ id }) => id),
  options.scenario,
);
const table = fileURLToPath(new URL("../../docs/truth.md", import.meta.url));

proveJudges();
const cells = [];
const waiting = [];
for (const name of names) {
  const { version } = await subjects[name]();
  for (const scenario of scenarios) if (ids.includes(scenario.id)) waiting.push({ name, version, scenario });
}
const order = new Map(waiting.map(({ name, scenario }, index) => [`${name} ${scenario.id}`, index]));
await Promise.all([work(), work()]);
cells.sort((left, right) => order.get(`${left.subject} ${left.scenario}`) - order.get(`${right.subject} ${right.scenario}`));

if (options.json) writeFileSync(pathOf(options.json), `${JSON.stringify({ schema: 1, cells }, null, 2)}\n`);
// A part of the table is not the table.
if (!options.only && !options.scenario) writeFileSync(table, asMarkdown(cells, scenarios));
console.log(asText(cells, scenarios));
const ran = cells.filter((cell) => cell.ran);
console.log(`${cells.length} cells, ${ran.length} ran, ${ran.filter(({ truthful }) => truthful).length} truthful`);
process.exit();

async function work() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    console.error(`${next.name}: ${next.scenario.id}`);
    cells.push(await runCell(next.name, next.version, next.scenario));
  }
}
