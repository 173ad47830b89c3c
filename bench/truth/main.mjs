// `npm run truth`: the same faults through Acta and its peers; what their histories say, and what happened.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runCell } from "./cell.mjs";
import { proveJudges } from "./control.mjs";
import { scenarios } from "./scenarios.mjs";
import { subjects } from "./subjects.mjs";
import { asMarkdown, asText } from "./table.mjs";

const { values: options } = readOptions();
const table = fileURLToPath(new URL("../../docs/truth.md", import.meta.url));
const path = (given) => resolve(process.env.INIT_CWD ?? ".", given);
const chosen = (all, given) => (given === undefined ? all : all.filter((each) => given.split(",").includes(each)));

proveJudges();
const cells = [];
const waiting = [];
for (const name of chosen(Object.keys(subjects), options.only)) {
  const { version } = await subjects[name]();
  for (const scenario of scenarios) if (!options.scenario || scenario.id === options.scenario) waiting.push({ name, version, scenario });
}
const order = new Map(waiting.map(({ name, scenario }, index) => [`${name} ${scenario.id}`, index]));
await Promise.all([work(), work()]);
cells.sort((left, right) => order.get(`${left.subject} ${left.scenario}`) - order.get(`${right.subject} ${right.scenario}`));

if (options.json) writeFileSync(path(options.json), `${JSON.stringify({ schema: 1, cells }, null, 2)}\n`);
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

function readOptions() {
  try {
    const text = { type: "string" };
    return parseArgs({ options: { json: text, only: text, scenario: text } });
  } catch (error) {
    console.error(`${error.message}\nUsage: npm run truth [-- --json FILE] [--markdown FILE] [--only SUBJECTS] [--scenario ID]`);
    process.exit(2);
  }
}
