import { lineOf } from "./finding.js";
import { type Amounts, runScenes } from "./run.js";

const usage = "npm run executors [-- --json]";

const all: Amounts = {
  workMs: 400,
  workRounds: 5,
  delayMs: 50,
  runaways: 100,
  sleeps: 10,
  writers: 200,
  calls: 5_000,
  tolerance: { threads: 2, files: 2, handles: 2, megabytes: 20 },
};

const given = process.argv.slice(2);
const isJson = given.includes("--json");
if (given.some((argument) => argument !== "--json")) {
  console.error(usage);
  process.exitCode = 2;
} else {
  const { findings, controls } = await runScenes(all, (finding) => isJson || console.log(lineOf(finding)));
  const right = findings.filter(({ wrong }) => wrong.length === 0).length;
  const caught = controls.filter(({ isCaught }) => isCaught);
  const summary = `scenes ${right}/${findings.length}; controls ${caught.length}/${controls.length} caught`;
  const isRight = right === findings.length && caught.length === controls.length;
  if (isJson) console.log(JSON.stringify({ node: process.version, findings, controls, ok: isRight, summary }));
  else {
    for (const { finding, isCaught } of controls) {
      console.log(`control ${isCaught ? "caught" : "NOT CAUGHT"}: ${finding.scene}: ${finding.wrong.join("; ")}`);
    }
    console.log(`Node ${process.version}: ${summary}`);
  }
  process.exitCode = isRight ? 0 : 1;
}
