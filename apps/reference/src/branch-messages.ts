import { Branch, BranchError, corrected, type History, type Transaction } from "@acta/branch";
import { shipped } from "@acta/branch/shipped";
import type { Entry, Journal } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { entriesAfter, unsettled } from "./read-entries.js";
import { UsageError } from "./usage-error.js";

/** The history of a branch, read from a copy: to open the branch itself would take it from the run that writes it. Throws `UsageError`. */
export async function historyOf(journal: Journal, id: string): Promise<{ readonly history: History; readonly transaction: Transaction }> {
  const entries = await entriesAfter(journal, id);
  const copy = memoryJournal();
  copy.append(id, entries);
  const transaction = transactionOf(entries);
  try {
    return { history: (await Branch.open({ id, journal: copy, transaction })).messages, transaction };
  } catch (error) {
    if (BranchError.isInstance(error)) throw new UsageError(`The branch cannot be read: ${error.message}.`, { cause: error });
    throw error;
  }
}

const transactionOf = (entries: readonly Entry[]) => (entries.some(({ kind }) => kind === "call.logged") ? shipped : corrected);

/** Why requests of a branch wait for an approval, by request id. */
export async function waitingOf(journal: Journal, branchId: string): Promise<ReadonlyMap<string, string>> {
  const approvals = await unsettled(journal, { branchId, kind: "approval.requested" });
  return new Map(
    approvals.map(({ body }) => {
      const { requestId, reason } = body as { readonly requestId: string; readonly reason: string };
      return [requestId, reason] as const;
    }),
  );
}
