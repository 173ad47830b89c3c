import { type AppendResult, JournalError } from "@acta/journal";
import { type Append, type BranchState, decide, type Placed } from "./branch-state.js";
import { type Row, toEntry } from "./row.js";
import type { SqliteStatement } from "./sqlite-database.js";
import type { Statements } from "./statements.js";
import type { Store } from "./store.js";
import { transaction } from "./transaction.js";

/** How one append ended, where its group was committed. */
export type Answer = { readonly result: AppendResult } | { readonly refusal: JournalError };

/** One commit for all. A refused append changes nothing and spares the others; any other failure throws and undoes the group. */
export function commitGroup({ database, statements }: Store, group: readonly Append[]): readonly Answer[] {
  return transaction(database, () => {
    const answers = new Map<Append, Answer>();
    for (const [branchId, appends] of byBranch(group)) {
      const [row] = statements.branch.all(branchId) as [BranchRow?];
      const state = load(statements, branchId, row, appends);
      const placed: Placed[] = [];
      for (const append of appends) answers.set(append, answer(state, append, placed));
      if (placed.length > 0) write(statements, row?.number ?? addBranch(statements, branchId), placed);
    }
    return group.map((append) => answers.get(append) as Answer);
  });
}

interface BranchRow {
  readonly number: number;
  readonly fence: number;
  readonly head: number;
}

function byBranch(group: readonly Append[]): Map<string, Append[]> {
  const branches = new Map<string, Append[]>();
  for (const append of group) {
    const appends = branches.get(append.branchId);
    if (appends) appends.push(append);
    else branches.set(append.branchId, [append]);
  }
  return branches;
}

/** What the ids and matters of the appends have met before, with one statement for each kind of name. */
function load(statements: Statements, branchId: string, row: BranchRow | undefined, appends: readonly Append[]): BranchState {
  const { number, fence, head } = row ?? { number: 0, fence: 0, head: 0 };
  const state: BranchState = { fence: Number(fence), head: Number(head), known: new Map(), settledBy: new Map(), open: new Set() };
  const entries = appends.flatMap(({ drafts }) => drafts.map(({ entry }) => entry));
  if (!row || entries.length === 0) return state;
  const find = (statement: SqliteStatement, names: readonly string[]) =>
    (statement.all(number, JSON.stringify(names)) as Row[]).map((found) => toEntry(branchId, found));
  const ids = entries.map(({ id }) => id);
  for (const entry of find(statements.known, ids)) state.known.set(entry.id, entry);

  const matters = entries.flatMap(({ opens, settles }) => [opens, settles].filter((matter) => matter !== undefined));
  if (matters.length === 0) return state;
  const open = statements.open.all(number, JSON.stringify(matters)) as { readonly matter: string }[];
  for (const { matter } of open) state.open.add(matter);
  const others = matters.filter((matter) => !state.open.has(matter));
  if (others.length === 0) return state;
  for (const entry of find(statements.settled, others)) if (entry.settles !== undefined) state.settledBy.set(entry.settles, entry);
  return state;
}

function answer(state: BranchState, append: Append, placed: Placed[]): Answer {
  try {
    return { result: decide(state, append, placed) };
  } catch (error) {
    if (JournalError.isInstance(error)) return { refusal: error };
    throw error;
  }
}

function addBranch(statements: Statements, branchId: string): number {
  const [row] = statements.addBranch.all(branchId) as [{ readonly number: number }];
  return row.number;
}

function write(statements: Statements, branch: number, placed: readonly Placed[]): void {
  for (const { entry, text } of placed) {
    const { sequence, id, kind, at, opens = null, settles = null } = entry;
    statements.addEntry.run(branch, sequence, branch, id, kind, at, opens, settles, text);
    if (settles !== null) statements.removeOpen.run(branch, settles);
    if (opens !== null) statements.addOpen.run(branch, opens, kind, branch, sequence);
  }
}
