import { Branch, BranchError } from "@acta/branch";
import type { Entry, Journal, Page } from "@acta/journal";
import type { Message } from "@acta/messages";
import type { Witness, Witnessed } from "./witness.js";

/** What is known at one time of branches that share a witness. */
export interface Facts {
  /** Branch after branch. */
  readonly entries: readonly Entry[];
  /** What the journal says is open. */
  readonly unsettled: readonly Entry[];
  readonly witnessed: readonly Witnessed[];
}

/** What is known of branches whose process died, and which were recovered twice. */
export interface Case {
  readonly recovered: Facts;
  readonly recoveredAgain: Facts;
  /** As the branches give it, opened at the end. */
  readonly history: readonly Message[];
}

export async function gather(journal: Journal, branchIds: readonly string[], witness: Witness): Promise<Facts> {
  const entries: Entry[] = [];
  const unsettled: Entry[] = [];
  for (const branchId of branchIds) {
    entries.push(...(await everything((after) => journal.read(branchId, { after }))));
    unsettled.push(...(await everything((after) => journal.unsettled({ branchId, after }))));
  }
  return { entries, unsettled, witnessed: witness.read() };
}

export async function historyOf(journal: Journal, branchIds: readonly string[]): Promise<readonly Message[]> {
  const history: Message[] = [];
  for (const id of branchIds) {
    const branch = await openWhenFree(journal, id);
    history.push(...branch.messages.messages);
    await branch.close();
  }
  return history;
}

/** Where nothing was left to recover, the dead process still has its lease. */
async function openWhenFree(journal: Journal, id: string): Promise<Branch> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    try {
      return await Branch.open({ id, journal });
    } catch (error) {
      if (!BranchError.isInstance(error) || error.code !== "branch_taken" || performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function everything(page: (after: number) => Page | PromiseLike<Page>): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { entries: found, next }: Page = await page(after);
    entries.push(...found);
    after = next;
  }
  return entries;
}
