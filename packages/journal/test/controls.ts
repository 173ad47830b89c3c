import { journalCases, runCases } from "../src/conformance.js";
import { brokenJournals } from "./broken-journals.js";
import { storeSubject } from "./store-subject.js";

export interface Controls {
  readonly total: number;
  readonly caught: number;
  /** Cases without a broken journal, and broken journals that their case did not find. */
  readonly missed: readonly string[];
  /** `controls: N of N caught`. */
  readonly summary: string;
}

/** Proves the kit: each case has a broken journal, and finds it. */
export async function runControls(): Promise<Controls> {
  const missed: string[] = [];
  for (const { caughtBy, defect, breaks } of brokenJournals) {
    const cases = journalCases.filter(({ id }) => id === caughtBy);
    const [result] = await runCases(storeSubject(defect, breaks), { cases, timeoutMs: 1_000 });
    if (result?.outcome !== "failed") missed.push(`${caughtBy} lets a journal through that ${defect}`);
  }
  const caught = brokenJournals.length - missed.length;
  for (const { id } of journalCases)
    if (!brokenJournals.some(({ caughtBy }) => caughtBy === id)) missed.push(`${id} has no broken journal`);
  const total = caught + missed.length;
  return { total, caught, missed, summary: `controls: ${caught} of ${total} caught` };
}
