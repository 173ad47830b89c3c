import { runtimes } from "./runtimes.js";

let passed = 0;
let failed = 0;
let skipped = 0;

for (const find of runtimes) {
  const runtime = await find();
  if ("missing" in runtime) {
    skipped++;
    console.log(`SKIP ${runtime.name}: ${runtime.missing}`);
    continue;
  }
  const { name, version } = runtime;
  const scenario = await runtime.run("scenario");
  console.log(`${name} ${version}: ${scenario.passed} passed, ${scenario.failures.length} failed`);
  for (const failure of scenario.failures) console.log(`  ${failure}`);
  passed += scenario.passed;
  failed += scenario.failures.length;

  const { failures } = await runtime.run("control");
  const isNoticed = failures.length === scenario.failures.length + 1 && failures.some((failure) => failure.startsWith("control: "));
  console.log(isNoticed ? `  control, wrong on purpose: noticed (${failures.at(-1)})` : "  FAIL control, wrong on purpose: not noticed");
  if (isNoticed) passed++;
  else failed++;
}

console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
