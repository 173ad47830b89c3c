import { type Options, readOptions, usage } from "./options.js";
import { Places } from "./places.js";
import { run } from "./run.js";
import { isRight, summaryOf } from "./summary.js";

const options = optionsOr(usage);
if (options === undefined) process.exitCode = 2;
else process.exitCode = (await crash(options)) ? 0 : 1;

/** True: everything is right. */
async function crash(options: Options): Promise<boolean> {
  const places = new Places(process.env.ACTA_TEST_POSTGRES_URL ?? "");
  try {
    const report = await run(places, options, options.json ? () => {} : console.log);
    if (options.json) console.log(JSON.stringify({ ...report, ok: isRight(report), summary: summaryOf(report).at(-1) }));
    else for (const line of summaryOf(report)) console.log(line);
    return isRight(report);
  } finally {
    await places.remove();
  }
}

function optionsOr(help: string): Options | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error(help);
    return undefined;
  }
}
