import type { Journal } from "@acta/journal";
import { unsettled } from "./read-entries.js";

/** Branches with calls that have not ended and wait for nobody, and how many calls wait for an approval; of one branch, or of all. */
export async function leftOpen(
  journal: Journal,
  branch: string | null,
): Promise<{ readonly branches: readonly string[]; readonly pending: number }> {
  const branchId = branch ?? undefined;
  const approvals = await unsettled(journal, { branchId, kind: "approval.requested" });
  const waiting = new Set(approvals.map(({ body }) => (body as { readonly callId: string }).callId));
  const open = await unsettled(journal, { branchId, kind: "call.proposed" });
  const ids = open.filter(({ opens }) => opens !== undefined && !waiting.has(opens)).map((entry) => entry.branchId);
  return { branches: [...new Set(ids)], pending: approvals.length };
}
