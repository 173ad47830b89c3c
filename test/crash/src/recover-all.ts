import { type ApprovalRequestedBody, type BranchOptions, type ProposedBody, RecordLost, recover } from "@acta/branch";
import type { Journal } from "@acta/journal";
import { leaseMs } from "./child/job.js";
import { everything } from "./facts/facts.js";

export interface RecoverAllOptions extends Pick<BranchOptions, "tools" | "policy"> {
  readonly branchId?: string | undefined;
  readonly rerun: boolean;
}

const patienceMs = 15_000;

/** Recovers again and again until the lease of whoever died has run out and no call is left; gives up, and leaves it to the checks to say so. */
export async function recoverAll(journal: Journal, options: RecoverAllOptions): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    await recover(journal, { ...options, leaseMs }).catch(unlessOvertaken);
    if ((await leftOpen(journal, options.branchId)) === 0 || performance.now() > deadline) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** On a busy machine a lease this short can run out while its owner recovers; then another process goes on. */
function unlessOvertaken(error: unknown): void {
  if (!RecordLost.isInstance(error)) throw error;
}

/** How many calls neither ended nor wait for an approval. */
async function leftOpen(journal: Journal, branchId: string | undefined): Promise<number> {
  const open = await everything((after) => journal.unsettled({ branchId, after }));
  const waiting = new Set(
    open.flatMap(({ kind, body }) => (kind === "approval.requested" ? [(body as ApprovalRequestedBody).callId] : [])),
  );
  return open.filter(({ kind, body }) => kind === "call.proposed" && !waiting.has((body as ProposedBody).callId)).length;
}
