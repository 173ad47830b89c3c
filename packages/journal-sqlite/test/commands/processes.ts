import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { bundle } from "../bundle.js";
import { appendFromProcesses } from "../processes.js";

/** Several processes append to one file on a real disk: `processes [--processes 8] [--entries 2000] [--in-flight 1]`. */
const { values } = parseArgs({
  options: {
    processes: { type: "string", default: "8" },
    entries: { type: "string", default: "2000" },
    "in-flight": { type: "string", default: "1" },
  },
});
const [processes, entries, inFlight] = [Number(values.processes), Number(values.entries), Number(values["in-flight"])];
const report = await appendFromProcesses({ program: bundle("children/writer"), processes, entries, inFlight, place: tmpdir() });
for (const failure of report.failures) console.log(`  ${failure}`);
console.log(
  `sqlite: ${processes} processes x ${entries}: ${report.entries} entries, ${report.gaps} gaps, ${report.disorder} out of order, ` +
    `${report.failures.length} failed, ${report.milliseconds} ms`,
);
const right = report.entries === processes * entries && report.gaps + report.disorder + report.failures.length === 0;
process.exitCode = right ? 0 : 1;
