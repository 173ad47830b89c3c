import { resolve } from "node:path";
import { parseArgs } from "node:util";

/** Ends the program with a sentence where the options are not understood. Paths are relative to where npm was called. */
export function readOptions(argv) {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        json: { type: "string" },
        chart: { type: "string" },
        only: { type: "string" },
        quick: { type: "boolean", default: false },
        check: { type: "boolean", default: false },
      },
    });
    const path = (given) => given && resolve(process.env.INIT_CWD ?? ".", given);
    return {
      json: path(values.json),
      chart: path(values.chart),
      only: values.only?.split(","),
      isQuick: values.quick,
      isChecked: values.check,
    };
  } catch (error) {
    console.error(`${error.message}\nUsage: npm run bench [-- --json FILE] [--chart FILE] [--only PHASES] [--quick] [--check]`);
    process.exit(2);
  }
}
