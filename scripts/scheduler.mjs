// `npm run scheduler -- --seeds 10000`: runs random jobs on a simulated clock and looks whether the scheduler keeps what it promises.
// `--from SEED` begins elsewhere: `--from 1234 --seeds 1` replays one.
import { parseArgs } from "node:util";
import { install, run, tool } from "./prepare.mjs";

const { values } = parseArgs({ options: { seeds: { type: "string", default: "10000" }, from: { type: "string", default: "1" } } });

install();
const environment = { ACTA_SCHEDULER_SEEDS: values.seeds, ACTA_SCHEDULER_FROM: values.from };
const isFine = run(tool("vitest"), ["run", "packages/batch/test/scheduler"], environment);
process.exit(isFine ? 0 : 1);
