import type { Journal } from "@acta/journal";
import { BranchLog, inOrder, type LogRow } from "./branch-log.js";

/** The last that the record says of some calls. */
export async function rowsOfCalls(
  journal: Journal,
  calls: readonly { readonly branchId: string; readonly callId: string }[],
): Promise<readonly LogRow[]> {
  const wanted = new Set(calls.map(({ callId }) => callId));
  const branches: (readonly LogRow[])[] = [];
  for (const id of new Set(calls.map(({ branchId }) => branchId))) {
    const last = new Map<string | null, LogRow>();
    for (const row of await new BranchLog(journal, id).next()) if (row.callId !== null && wanted.has(row.callId)) last.set(row.callId, row);
    branches.push([...last.values()]);
  }
  return inOrder(branches);
}
