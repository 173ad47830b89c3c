import type { Effect } from "@acta/governance";

/** Where a process is held and killed, in the order of a call's life. */
export const cuts = [
  "before-proposal",
  "before-intent",
  "after-intent",
  "in-effect",
  "after-effect",
  "after-commit",
  "mid-batch",
  "during-recovery",
  "after-decision",
  "approved-after-intent",
  "approved-in-effect",
] as const;

export type Cut = (typeof cuts)[number];

/** Those of a call that somebody approved. */
export const isOfApproved = (cut: string): boolean => cut === "after-decision" || cut.startsWith("approved-");

export const effects: readonly Effect[] = ["read", "idempotent", "unsafe"];

/** Calls of the batch: two have ended, two are in their effect, one has not started. */
export const batchSize = 5;

/** How the calls must have ended, in request order, after a recovery that may run calls again where their effect allows it. */
export function expectedEnds(cut: Cut, effect: Effect): readonly string[] {
  const interrupted = effect === "unsafe" ? "ambiguous" : "succeeded";
  switch (cut) {
    case "before-proposal":
      return [];
    case "before-intent":
      return ["skipped"];
    case "after-intent":
    case "in-effect":
    case "after-effect":
    case "approved-after-intent":
    case "approved-in-effect":
      return [interrupted];
    // It waits for another approval.
    case "after-decision":
      return ["none"];
    case "after-commit":
      return ["succeeded"];
    case "mid-batch":
    case "during-recovery":
      return ["succeeded", "succeeded", interrupted, interrupted, "skipped"];
  }
}
