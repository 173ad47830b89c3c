import { type JournalSubject, runCases, summaryOf } from "../src/conformance.js";
import { runControls } from "./controls.js";

/**
 * Runs the kit over subjects and prints a line for each; then the controls and the sum. True when nothing failed and every control was
 * caught.
 */
export async function reportConformance(subjects: readonly JournalSubject[], print: (line: string) => void): Promise<boolean> {
  const all = [];
  for (const subject of subjects) {
    const results = await runCases(subject);
    all.push(...results);
    print(summaryOf(subject.name, results));
    for (const result of results) if (result.outcome === "failed") print(`  ${result.id}: ${describe(result.error)}`);
  }
  const controls = await runControls();
  for (const missed of controls.missed) print(`  ${missed}`);
  print(controls.summary);
  print(summaryOf("", all).slice(2));
  return controls.missed.length === 0 && all.every(({ outcome }) => outcome !== "failed");
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error));
