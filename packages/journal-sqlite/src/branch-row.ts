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

/** As the driver gives it: some give whole numbers as BigInt. */
interface Stored extends Pick<BranchRow, "last"> {
  readonly number: number | bigint;
  readonly fence: number | bigint;
  readonly head: number | bigint;
  /** Null: it is lost. */
  readonly arrival: number | bigint | null;
}

/**
 * For those who write. Undefined: there is no such branch. Throws `SqliteJournalError` (`corrupt`) where the last arrival is lost: it would be given
 * again.
 */
export function readBranch(statements: Pick<Statements, "branch">, branchId: string): BranchRow | undefined {
  const row = find(statements, branchId);
  if (!row) return undefined;
  const { fence, last, arrival } = row;
  if (arrival === null) throw new SqliteJournalError("corrupt", "the journal has lost count of what was opened");
  return { ...extentOf(row), fence: Number(fence), last, arrival: Number(arrival) };
}

/** For those who read, also where the last arrival is lost. Undefined: there is no such branch. */
export function readExtent(statements: Pick<Statements, "branch">, branchId: string): Pick<BranchRow, "number" | "head"> | undefined {
  const row = find(statements, branchId);
  return row && extentOf(row);
}

const find = ({ branch }: Pick<Statements, "branch">, branchId: string) => (branch.all(branchId) as [Stored?])[0];
const extentOf = ({ number, head }: Stored) => ({ number: Number(number), head: Number(head) });
