import type { BranchRow } from "./branch-row.js";
import type { Append, BranchState } from "./branch-state.js";
import { type Row, toEntry } from "./row.js";
import type { SqliteStatement } from "./sqlite-database.js";
import type { Statements } from "./statements.js";
import { lastFull } from "./tail.js";

/** What the ids and matters of the appends have met before, with one statement for each kind of name. */
export function loadHistory(statements: Statements, branchId: string, row: BranchRow, appends: readonly Append[]): BranchState {
  const { number, fence, head } = row;
  const state: BranchState = { fence, head, known: new Map(), settledBy: new Map(), open: new Set() };
  const entries = appends.flatMap(({ drafts }) => drafts.map(({ entry }) => entry));
  if (number === 0 || entries.length === 0) return state;
  const find = (statement: SqliteStatement, names: readonly string[]) => {
    const list = JSON.stringify(names);
    return (statement.all(number, list, number, lastFull(head), number, head, list) as Row[]).map((found) => toEntry(branchId, found));
  };
  const ids = entries.map(({ id }) => id);
  for (const entry of find(statements.known, ids)) state.known.set(entry.id, entry);

  const matters = entries.flatMap(({ opens, settles }) => [opens, settles].filter((matter) => matter !== undefined));
  if (matters.length === 0) return state;
  const list = JSON.stringify(matters);
  const open = statements.open.all(number, list, number, lastFull(head), number, head, list) as { readonly matter: string }[];
  for (const { matter } of open) state.open.add(matter);
  const others = matters.filter((matter) => !state.open.has(matter));
  if (others.length === 0) return state;
  for (const entry of find(statements.settled, others)) if (entry.settles !== undefined) state.settledBy.set(entry.settles, entry);
  return state;
}
