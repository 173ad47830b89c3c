import type { Journal } from "@acta/journal";
import { callIdOf } from "./check-entry.js";
import { keyOfCall } from "./key-of-call.js";
import { unsettledOfAnyBody } from "./read-entries.js";

export interface LeftOpen {
  /** Ids of calls that have not ended and wait for nobody, by branch. */
  readonly calls: ReadonlyMap<string, readonly string[]>;
  /** How many calls wait for an approval. */
  readonly pending: number;
}

/** Of one branch, or of all. A branch that is no record is among them, so that whoever opens it can say so. */
export async function leftOpen(journal: Journal, branch: string | null): Promise<LeftOpen> {
  const options = { branchId: branch ?? undefined };
  const approvals = await unsettledOfAnyBody(journal, { ...options, kind: "approval.requested" });
  const waiting = new Set(approvals.map((entry) => keyOfCall(entry.branchId, callIdOf(entry))));
  const calls = new Map<string, string[]>();
  for (const { branchId, opens } of await unsettledOfAnyBody(journal, { ...options, kind: "call.proposed" })) {
    if (opens === undefined || waiting.has(keyOfCall(branchId, opens))) continue;
    const known = calls.get(branchId);
    if (known) known.push(opens);
    else calls.set(branchId, [opens]);
  }
  return { calls, pending: approvals.length };
}
