import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { checkEvidence } from "./gate.js";
import pending from "./pending.json" with { type: "json" };
import specification from "./requirements.json" with { type: "json" };

/** Counts the tests, says which were skipped, and fails a whole run when a rule of the specification has no passing test. */
export default class RequirementsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const state = (test: TestCase) => test.result().state;
    const passed = tests.filter((test) => state(test) === "passed");
    const skipped = tests.filter((test) => state(test) === "skipped");
    const broken = modules.filter((module) => module.errors().length > 0);
    const { ACTA_TEST_SUMMARY: file, ACTA_TEST_PART: isPart } = process.env;
    const proved = new Set(passed.flatMap((test) => test.meta().verifies ?? []));
    const problems = isPart ? [] : checkEvidence({ rules: specification.requirements.map((rule) => rule.id), pending, proved });
    for (const line of skippedLines(skipped)) console.log(line);
    for (const problem of problems) console.log(`REQUIREMENTS ${problem}`);
    const failed = tests.length - passed.length - skipped.length + broken.length + unhandled.length + problems.length;
    if (file) writeFileSync(file, JSON.stringify({ passed: passed.length, failed, skipped: skipped.length }));
  }
}

/** A line for each block of skipped tests: its title says why. */
function skippedLines(tests: readonly TestCase[]): string[] {
  const blocks = new Map<string, number>();
  for (const test of tests) {
    const [block = test.name] = test.fullName.split(" > ");
    const title = `${test.project.name} ${test.module.relativeModuleId}: ${block}`;
    blocks.set(title, (blocks.get(title) ?? 0) + 1);
  }
  return [...blocks].map(([title, count]) => `SKIPPED ${count} of ${title}`);
}
