import type { AppendResult, NewEntry } from "@acta/journal";
import type { Scope } from "./scope.js";

/** Stores entries of a branch, under its lease where it holds one. */
export function append({ journal, branchId, fence }: Scope, entries: readonly NewEntry[]): AppendResult | PromiseLike<AppendResult> {
  return fence === undefined ? journal.append(branchId, entries) : journal.append(branchId, entries, { fence });
}
