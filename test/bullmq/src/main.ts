import { fileURLToPath } from "node:url";
import type { Finding } from "./findings.js";
import { type Options, readOptions, usage } from "./options.js";
import { hasRedis } from "./own-redis.js";
import { run } from "./run.js";

// The servers that were started end with the process, and it has to know that it ends.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const options = optionsOr(usage);
if (options === undefined) process.exitCode = 2;
else if (await hasRedis()) process.exitCode = (await show(options)) ? 0 : 1;
else console.log("SKIPPED: there is no redis-server on the path to start and stop");

/** True: everything is as promised, and every control was caught. */
async function show({ json, ...options }: Options): Promise<boolean> {
  const findings: Finding[] = [];
  if (!json) console.log(`seed ${options.seed}`);
  for await (const finding of run(fileURLToPath(new URL("worker.js", import.meta.url)), { json, ...options })) {
    findings.push(finding);
    if (!json) console.log(`${finding.ok ? "ok    " : "WRONG "} ${finding.title}\n         ${finding.text}`);
  }
  const wrong = findings.filter(({ ok }) => !ok).length;
  const summary = `${findings.length - wrong} as promised, ${wrong} not`;
  console.log(json ? JSON.stringify({ seed: options.seed, findings, ok: wrong === 0, summary }) : summary);
  return wrong === 0;
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
