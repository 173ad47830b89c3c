import type { OutcomeKind } from "@acta/branch";

/** Every way in which a call can end, in the order in which totals are written. */
export const outcomeKinds = [
  "succeeded",
  "failed",
  "rejected",
  "denied",
  "escalated",
  "deferred",
  "cancelled",
  "timed_out",
  "ambiguous",
  "skipped",
] as const satisfies readonly OutcomeKind[];
