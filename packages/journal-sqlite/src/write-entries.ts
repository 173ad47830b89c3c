import type { BranchRow } from "./branch-row.js";
import type { Placed } from "./branch-state.js";
import type { SqliteStatement, SqliteValue } from "./sqlite-database.js";
import { many, type Statements } from "./statements.js";
import { lastFull, type Tails } from "./tail.js";

/**
 * Stores entries that follow the head of a branch. False: an id is stored already, a matter that one opens was opened before, or one that it
 * settles is not open. Throws what the driver throws where the indexes say so.
 */
export function writeEntries(statements: Statements, tails: Tails, branchId: string, row: BranchRow, placed: readonly Placed[]): boolean {
  const { number, head, arrival } = row;
  const changes = tails.extend(statements, branchId, row, placed);
  if (!changes) return false;
  addEntries(statements, row, placed);
  if (changes.arrival > arrival) statements.setLastArrival.run(changes.arrival);
  removeOpen(statements, changes.arrivals);
  if (!settleKnown(statements, number, changes.matters)) return false;
  index(statements, number, head, head + placed.length);
  return true;
}

function removeOpen(statements: Statements, arrivals: readonly number[]): void {
  const [first] = arrivals;
  if (first === undefined) return;
  if (arrivals.length === 1) statements.removeOpen.run(first);
  else statements.removeOpens.run(JSON.stringify(arrivals));
}

/** What was opened before the tail. False: something of it is not open. */
function settleKnown(statements: Statements, branch: number, matters: readonly string[]): boolean {
  if (matters.length === 0) return true;
  const known = statements.removeKnownOpen.all(branch, JSON.stringify(matters)) as { readonly arrival: number }[];
  removeOpen(
    statements,
    known.map(({ arrival }) => Number(arrival)),
  );
  return known.length === matters.length;
}

function index({ indexIds, indexSettled, indexOpen }: Statements, branch: number, before: number, head: number): void {
  const [from, to] = [lastFull(before), lastFull(head)];
  if (from === to) return;
  for (const statement of [indexIds, indexSettled, indexOpen]) statement.run(branch, from, branch, to);
}

function addEntries({ addEntry, addTwo, addMany }: Statements, { number, arrival: before }: BranchRow, placed: readonly Placed[]): void {
  let arrival = before;
  let next = 0;
  const add = (statement: SqliteStatement, rows: number) => {
    const values: SqliteValue[] = [];
    for (const end = next + rows; next < end; next++) {
      const { entry, text } = placed[next] as Placed;
      const { sequence, id, kind, at, opens, settles } = entry;
      values.push(number, sequence, id, kind, at, opens ?? null, opens === undefined ? null : ++arrival, settles ?? null, text);
    }
    statement.run(...values);
  };
  while (next + many <= placed.length) add(addMany, many);
  while (next + 2 <= placed.length) add(addTwo, 2);
  if (next < placed.length) add(addEntry, 1);
}
