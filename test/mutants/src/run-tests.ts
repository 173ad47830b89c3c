import { execFile } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { shorten } from "./shorten.js";
import type { TestRun } from "./test-run.js";

export interface Tests {
  /** The copy of the repository that they are in. */
  readonly folder: string;
  readonly files: readonly string[];
  /** Ends the run with the first failure of a test that cites it. Without one everything runs. */
  readonly rule?: string;
  readonly timeoutMs: number;
}

/** Runs test files from their sources, in a process of their own. Never rejects for what they did. */
export function runTests({ folder, files, rule = "", timeoutMs }: Tests): Promise<TestRun> {
  const file = join(folder, "test-run.json");
  rmSync(file, { force: true });
  const projects = new Set(files.map((path) => path.split("/", 2).join("/")));
  const arguments_ = [
    join(folder, "node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=./test/mutants/src/reporter.ts",
    ...Array.from(projects, (project) => `--project=${project}`),
    ...files,
  ];
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", ACTA_MUTANTS_RULE: rule, ACTA_MUTANTS_RUN: file };
  return new Promise((resolve) => {
    execFile(process.execPath, arguments_, { cwd: folder, env, timeout: timeoutMs, maxBuffer: 2 ** 26 }, (_, __, stderr) => {
      resolve(read(file) ?? { tests: [], problems: [shorten(`The tests did not come to an end. ${stderr}`)] });
    });
  });
}

function read(file: string): TestRun | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
