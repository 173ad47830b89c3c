import { type AppendResult, JournalError } from "@acta/journal";
import { loadHistory } from "./branch-history.js";
import { type BranchRow, readBranch } from "./branch-row.js";
import { type Append, decide, type Placed, presume } from "./branch-state.js";
import { isNamed } from "./failure.js";
import type { Statements } from "./statements.js";
import type { Store } from "./store.js";
import { transaction } from "./transaction.js";
import { writeEntries } from "./write-entries.js";

/** How one append ended, where its group was committed. */
export type Answer = { readonly result: AppendResult } | { readonly refusal: JournalError };

/** One commit for all. A refused append changes nothing and spares the others; any other failure throws and undoes the group. */
export function commitGroup(store: Store, group: readonly Append[]): readonly Answer[] {
  try {
    return attempt(store, group, commitPresumed);
  } catch (error) {
    if (isNamed(error)) throw error;
  }
  return attempt(store, group, commitDecided);
}

/** One transaction. Where it fails after it began, the tails hold what was not stored. */
function attempt(store: Store, group: readonly Append[], commit: CommitBranch): readonly Answer[] {
  let hasBegun = false;
  try {
    return transaction(store.transaction, () => {
      hasBegun = true;
      return commitBranches(store, group, commit);
    });
  } catch (error) {
    if (hasBegun) store.tails.forget();
    throw error;
  }
}

/** Thrown to undo a group that met what was stored before. */
const knownBefore = new Error("an id or a matter is known already");

type CommitBranch = (store: Store, branchId: string, row: BranchRow, appends: readonly Append[]) => readonly Answer[];

function commitBranches(store: Store, group: readonly Append[], commit: CommitBranch): readonly Answer[] {
  const branchId = group[0]?.branchId;
  if (branchId !== undefined && group.every((append) => append.branchId === branchId)) return commitBranch(store, branchId, group, commit);
  const answers = new Map<Append, Answer>();
  for (const [branchId, appends] of byBranch(group)) {
    const ofBranch = commitBranch(store, branchId, appends, commit);
    for (const [index, append] of appends.entries()) answers.set(append, ofBranch[index] as Answer);
  }
  return group.map((append) => answers.get(append) as Answer);
}

function commitBranch(store: Store, branchId: string, appends: readonly Append[], commit: CommitBranch): readonly Answer[] {
  return commit(store, branchId, readBranch(store.statements, branchId) ?? newBranch, appends);
}

const newBranch: BranchRow = { number: 0, fence: 0, head: 0, last: null, arrival: 0 };

/** Nearly always, nothing of what a group names was met before: it is written at once, and what is stored says whether that was so. */
const commitPresumed: CommitBranch = (store, branchId, row, appends) => {
  const { fence, head } = row;
  const state = { fence, head };
  const placed: Placed[] = [];
  const answers = appends.map((append) => ({ result: presume(state, append, placed) }));
  write(store, branchId, row, placed);
  return answers;
};

const commitDecided: CommitBranch = (store, branchId, row, appends) => {
  const state = loadHistory(store.statements, branchId, row, appends);
  const placed: Placed[] = [];
  const answers = appends.map((append) => answer(() => decide(state, append, placed)));
  write(store, branchId, row, placed);
  return answers;
};

function byBranch(group: readonly Append[]): Map<string, Append[]> {
  const branches = new Map<string, Append[]>();
  for (const append of group) {
    const appends = branches.get(append.branchId);
    if (appends) appends.push(append);
    else branches.set(append.branchId, [append]);
  }
  return branches;
}

function answer(decided: () => AppendResult): Answer {
  try {
    return { result: decided() };
  } catch (error) {
    if (JournalError.isInstance(error)) return { refusal: error };
    throw error;
  }
}

function write({ statements, tails }: Store, branchId: string, row: BranchRow, placed: readonly Placed[]): void {
  if (placed.length === 0) return;
  const stored = row.number === 0 ? addBranch(statements, branchId) : row;
  if (!writeEntries(statements, tails, branchId, stored, placed)) throw knownBefore;
}

function addBranch(statements: Statements, branchId: string): BranchRow {
  statements.addBranch.run(branchId);
  return readBranch(statements, branchId) as BranchRow;
}
