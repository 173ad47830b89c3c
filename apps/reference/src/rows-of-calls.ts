import type { Journal } from "@acta/journal";
import { BranchLog, inOrder, type LogRow } from "./branch-log.js";

/** A call of a branch. */
export interface CallOfBranch {
  readonly branchId: string;
  readonly callId: string;
}

/**
 * The last that the record says of some calls. Throws `UsageError` for an entry about one of them that is not what its kind says: whoever is about
 * to end calls looks first, because what ended could not be shown.
 */
export async function rowsOfCalls(journal: Journal, calls: readonly CallOfBranch[]): Promise<readonly LogRow[]> {
  const branches: (readonly LogRow[])[] = [];
  for (const [id, wanted] of byBranch(calls)) {
    const last = new Map<string | null, LogRow>();
    for (const row of await new BranchLog(journal, id, wanted).next()) last.set(row.callId, row);
    branches.push([...last.values()]);
  }
  return inOrder(branches);
}

function byBranch(calls: readonly CallOfBranch[]): ReadonlyMap<string, ReadonlySet<string>> {
  const branches = new Map<string, Set<string>>();
  for (const { branchId, callId } of calls) branches.set(branchId, (branches.get(branchId) ?? new Set()).add(callId));
  return branches;
}
