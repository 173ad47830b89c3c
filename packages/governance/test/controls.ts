import { policyCases, runCases } from "../src/conformance.js";
import { brokenPolicies } from "./broken-policies.js";
import { spendingSubject } from "./subjects.js";

export interface Controls {
  readonly total: number;
  readonly caught: number;
  /** Cases without a broken policy, and broken policies that their case did not find. */
  readonly missed: readonly string[];
  /** `controls: N of N caught`. */
  readonly summary: string;
}

/** Proves the kit: each case has a broken policy, and finds it. */
export async function runControls(): Promise<Controls> {
  const missed: string[] = [];
  for (const { caughtBy, defect, breaks } of brokenPolicies) {
    const cases = policyCases.filter(({ id }) => id === caughtBy);
    const [result] = await runCases(spendingSubject(defect, breaks), { cases, timeoutMs: 1_000 });
    if (result?.outcome !== "failed") missed.push(`${caughtBy} lets a policy through that ${defect}`);
  }
  const caught = brokenPolicies.length - missed.length;
  for (const { id } of policyCases) if (!brokenPolicies.some(({ caughtBy }) => caughtBy === id)) missed.push(`${id} has no broken policy`);
  const total = caught + missed.length;
  return { total, caught, missed, summary: `controls: ${caught} of ${total} caught` };
}
