import { SqliteJournalError } from "./sqlite-journal-error.js";
import type { Statements } from "./statements.js";

/** A branch as it is stored now. */
export interface BranchRow {
  readonly number: number;
  readonly fence: number;
  readonly head: number;
  /** The id of the entry at `head`; null where there is none. */
  readonly last: string | null;
  /** The last one, of all branches. */
  readonly arrival: number;
}

/** Some drivers give whole numbers as BigInt. Throws `corrupt` where the last arrival is lost: one would be given again. */
export function readBranch({ branch }: Pick<Statements, "branch">, branchId: string): BranchRow | undefined {
  const [row] = branch.all(branchId) as [BranchRow?];
  if (!row) return undefined;
  if (row.arrival === null) throw new SqliteJournalError("corrupt", "the journal has lost count of what was opened");
  return { number: Number(row.number), fence: Number(row.fence), head: Number(row.head), last: row.last, arrival: Number(row.arrival) };
}
