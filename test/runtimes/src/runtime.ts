import type { ScenarioReport } from "./scenario/scenario-case.js";

/** `control`: the scenario with an assertion that is wrong on purpose. */
export type Program = "scenario" | "control";

/** A place where the programs run. */
export interface Runtime {
  readonly name: string;
  readonly version: string;
  run(program: Program): Promise<ScenarioReport>;
}

/** A runtime that this machine does not have, and why. */
export interface Missing {
  readonly name: string;
  readonly missing: string;
}

/** The report of a program, or one that says why there is none. */
export function readReport(text: string, printed: string): ScenarioReport {
  try {
    const { passed, failures } = JSON.parse(text);
    if (typeof passed === "number" && Array.isArray(failures)) return { passed, failures };
  } catch {
    // It did not come to its end; what it printed says more.
  }
  return { passed: 0, failures: [`the program did not report. It printed: ${printed.trim() || "nothing"}`] };
}
