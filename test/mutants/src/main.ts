import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { citingFiles } from "./citing-files.js";
import { inLanes } from "./in-lanes.js";
import { doubts } from "./judge.js";
import { Lane } from "./lane.js";
import { mutants } from "./mutants.js";
import { type Plan, plan } from "./plan.js";
import { copyRepository, repositoryFiles } from "./repository.js";
import { readRules } from "./rules.js";

const temporary = mkdtempSync(join(realpathSync(tmpdir()), "acta-mutants-"));
process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

try {
  const { rule } = parseArgs({ options: { rule: { type: "string" } } }).values;
  const failed = await run(plan(readRules(), mutants, rule));
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Prints a line for each mutant and the counts; how many survived. */
async function run({ mutants, skipped }: Plan): Promise<number> {
  const files = repositoryFiles();
  const [first, second] = [join(temporary, "first"), join(temporary, "second")];
  for (const folder of [first, second]) copyRepository(files, folder);
  const lanes = [new Lane(first), new Lane(second)] as const;
  const citing = citingFiles(first, files);

  // Everything is checked before the first mutant runs, because the run takes minutes.
  stopAt(mutants.flatMap((mutant) => lanes[0].problemOf(mutant)));
  const rules = mutants.map(({ rule }) => rule);
  const tests = [...new Set(rules.flatMap((rule) => citing.get(rule) ?? []))];
  if (tests.length > 0) stopAt(doubts(rules, await lanes[0].runWithoutMutant(tests)));

  let survived = 0;
  await inLanes(lanes, mutants, async (lane, mutant) => {
    const { rule, file, why } = mutant;
    const verdict = await lane.tryMutant(mutant, citing.get(rule) ?? []);
    if (verdict.kind === "survived") survived++;
    const problem = verdict.kind === "survived" && verdict.problem !== undefined ? `; the run broke: ${verdict.problem}` : "";
    console.log(verdict.kind === "caught" ? `CAUGHT ${rule}: ${verdict.by}` : `SURVIVED ${rule} (${file}: ${why})${problem}`);
  });
  console.log(`${mutants.length - survived} passed, ${survived} failed, ${skipped} skipped`);
  return survived;
}

function stopAt(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join("\n"));
}
