import type { Journal } from "@acta/journal";
import { unsettledOfAnyBody } from "./read-entries.js";

/**
 * Branches with calls that have not ended and wait for nobody, and how many calls wait for an approval; of one branch, or of all. A branch that is
 * no record is among them, so that whoever opens it can say so.
 */
export async function leftOpen(
  journal: Journal,
  branch: string | null,
): Promise<{ readonly branches: readonly string[]; readonly pending: number }> {
  const branchId = branch ?? undefined;
  const approvals = await unsettledOfAnyBody(journal, { branchId, kind: "approval.requested" });
  const waiting = new Set(approvals.map(({ body }) => (body as { readonly callId?: unknown } | null)?.callId));
  const open = await unsettledOfAnyBody(journal, { branchId, kind: "call.proposed" });
  const ids = open.filter(({ opens }) => opens !== undefined && !waiting.has(opens)).map((entry) => entry.branchId);
  return { branches: [...new Set(ids)], pending: approvals.length };
}
