import type { Summary, Verdict } from "./verdict.js";

/** Lines for people: what failed and what was skipped, then the counts. */
export function toText(verdicts: readonly Verdict[], { passed, failed, skipped }: Summary): readonly string[] {
  return [...verdicts.flatMap(toLine), `${passed} passed, ${failed} failed, ${skipped} skipped`];
}

function toLine({ id, status, reason, pointer }: Verdict): readonly string[] {
  if (status === "passed") return [];
  if (status === "skipped") return [`SKIP ${id} ${reason}`];
  return [`FAIL ${id} ${pointer ?? ""}: ${reason}`];
}

/** Lines for programs: a JSON object per vector, then one with the counts. */
export function toJsonLines(verdicts: readonly Verdict[], summary: Summary): readonly string[] {
  return [...verdicts.map((verdict) => JSON.stringify(verdict)), JSON.stringify({ type: "summary", ...summary })];
}
