export interface Verdict {
  readonly id: string;
  readonly status: "passed" | "failed" | "skipped";
  /** Why, if it did not pass. */
  readonly reason: string | null;
  /** JSON pointer into the expectation, where something differs. */
  readonly pointer: string | null;
}

export const passed = (id: string): Verdict => ({ id, status: "passed", reason: null, pointer: null });
export const skipped = (id: string, reason: string): Verdict => ({ id, status: "skipped", reason, pointer: null });
export const failed = (id: string, reason: string, pointer: string | null = null): Verdict => ({
  id,
  status: "failed",
  reason: reason.replaceAll(/\s+/g, " "),
  pointer,
});

export type Summary = { readonly [status in Verdict["status"]]: number };

export function summarize(verdicts: readonly Verdict[]): Summary {
  const count = (status: Verdict["status"]) => verdicts.filter((verdict) => verdict.status === status).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

/** The part of the vectors that may be skipped. */
const mostSkipped = 0.05;

/** Whether the run speaks for the transaction: nothing failed, and nearly nothing was left out. */
export function isConformant({ passed, failed, skipped }: Summary): boolean {
  return failed === 0 && skipped <= mostSkipped * (passed + failed + skipped);
}
