import { heapBytes } from "./heap.mjs";
import { phases } from "./phases.mjs";

const [, , name] = process.argv;
const { cases } = await phases[name]();
process.send(await heapBytes(cases, JSON.parse(process.env.ACTA_BENCH_EFFORT)), () => process.exit());
