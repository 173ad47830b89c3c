import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { judge, type Verdict } from "./judge.js";
import { type Mutant, mutate } from "./mutant.js";
import { runTests } from "./run-tests.js";
import type { TestRun } from "./test-run.js";

const cleanRunMs = 300_000;
const mutantRunMs = 60_000;

/** A copy of the repository, with one mutant in it at a time. */
export class Lane {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Why the mutant cannot be tried: a sentence, or nothing. */
  problemOf(mutant: Mutant): string[] {
    if (!existsSync(this.#path(mutant))) return [`The mutant of ${mutant.rule} does not fit any more: there is no ${mutant.file}.`];
    try {
      mutate(this.#read(mutant), mutant);
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  }

  runWithoutMutant(files: readonly string[]): Promise<TestRun> {
    return runTests({ folder: this.#folder, files, timeoutMs: cleanRunMs });
  }

  async tryMutant(mutant: Mutant, files: readonly string[]): Promise<Verdict> {
    const original = this.#read(mutant);
    writeFileSync(this.#path(mutant), mutate(original, mutant));
    try {
      return judge(mutant.rule, await runTests({ folder: this.#folder, files, rule: mutant.rule, timeoutMs: mutantRunMs }));
    } finally {
      writeFileSync(this.#path(mutant), original);
    }
  }

  #path({ file }: Mutant): string {
    return join(this.#folder, file);
  }

  #read(mutant: Mutant): string {
    return readFileSync(this.#path(mutant), "utf8");
  }
}
