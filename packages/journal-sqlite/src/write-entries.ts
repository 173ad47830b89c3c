import type { Placed } from "./branch-state.js";
import type { SqliteStatement, SqliteValue } from "./sqlite-database.js";
import { many, type Statements } from "./statements.js";
import { lastFull } from "./tail.js";

/**
 * Stores entries that follow the head of a branch. Throws what the driver throws for an id that is stored already, and for a matter that is
 * not new where one opens it or not open where one settles it; the transaction is then undone.
 */
export function writeEntries(statements: Statements, branch: number, head: number, placed: readonly Placed[]): void {
  addEntries(statements, branch, placed);
  const now = head + placed.length;
  if (lastFull(now) <= head) return;
  statements.indexIds.run(branch, head, branch, now);
  statements.indexSettled.run(branch, head, branch, now);
}

function addEntries({ addEntry, addTwo, addMany }: Statements, branch: number, placed: readonly Placed[]): void {
  let index = 0;
  for (; index + many <= placed.length; index += many) add(addMany, branch, placed, index, many);
  for (; index + 2 <= placed.length; index += 2) add(addTwo, branch, placed, index, 2);
  if (index < placed.length) add(addEntry, branch, placed, index, 1);
}

function add(statement: SqliteStatement, branch: number, placed: readonly Placed[], from: number, rows: number): void {
  const values: SqliteValue[] = [];
  for (let index = from; index < from + rows; index++) {
    const { entry, text } = placed[index] as Placed;
    const { sequence, id, kind, at, opens, settles } = entry;
    values.push(branch, sequence, id, kind, at, opens ?? null, settles ?? null, text);
  }
  statement.run(...values);
}
