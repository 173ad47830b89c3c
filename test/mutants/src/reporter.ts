import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import { shorten } from "./shorten.js";
import type { TestResult, TestRun } from "./test-run.js";

// Vitest loads this file in a process of its own, with these variables from run-tests.ts.
const { ACTA_MUTANTS_RULE: rule, ACTA_MUTANTS_RUN: file } = process.env;

/** Writes the run down, and ends it with the first failure of a test that cites the rule: there is nothing more to learn. */
export default class MutantsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestCaseResult(test: TestCase): void {
    const { state, cites } = resultOf(test);
    // Not awaited: it waits for the run, and the run for this.
    if (state === "failed" && rule && cites.includes(rule)) void this.#vitest?.cancelCurrentRun("test-failure");
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message: string }[]): void {
    const broken = modules.flatMap((module) => module.errors().map(({ message }) => `${module.relativeModuleId}: ${shorten(message)}`));
    const run: TestRun = {
      tests: modules.flatMap((module) => Array.from(module.children.allTests(), resultOf)),
      problems: [...broken, ...unhandled.map(({ message }) => `Outside of the tests: ${shorten(message)}`)],
    };
    if (file) writeFileSync(file, JSON.stringify(run));
  }
}

function resultOf(test: TestCase): TestResult {
  const { verifies = [] } = test.meta() as { readonly verifies?: readonly string[] };
  return { name: test.fullName, cites: verifies, state: test.result().state };
}
