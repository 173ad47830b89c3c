import type { Placed } from "./branch-state.js";
import type { SqliteValue } from "./sqlite-database.js";
import { many, type Statements } from "./statements.js";

/**
 * Stores entries that follow each other in a branch. False: a matter that one opens was opened before, one that it settles is not open, or the
 * driver does not say how many rows it changed. Throws what the driver throws for an id that is stored already.
 */
export function writeEntries(statements: Statements, branch: number, placed: readonly Placed[]): boolean {
  addEntries(statements, branch, placed);
  const areNew = openMatters(statements, branch, placed);
  const wereOpen = settleMatters(statements, branch, placed);
  return areNew && wereOpen;
}

/** An arrival is a number that is never given again; those between are left out. */
function openMatters({ lastArrival, addOpen, setLastArrival }: Statements, branch: number, placed: readonly Placed[]): boolean {
  const opening = placed.filter(({ entry }) => entry.opens !== undefined).length;
  if (opening === 0) return true;
  const before = (placed[0]?.entry.sequence ?? 1) - 1;
  const [row] = lastArrival.all() as [{ readonly arrival: number }];
  const arrival = Number(row.arrival);
  const result = addOpen.run(arrival - before, branch, before, branch, before + placed.length);
  setLastArrival.run(arrival + placed.length);
  return changesOf(result) === opening;
}

function settleMatters({ removeOpen }: Statements, branch: number, placed: readonly Placed[]): boolean {
  let wereOpen = true;
  for (const { entry } of placed) {
    const { settles, sequence } = entry;
    if (settles !== undefined && changesOf(removeOpen.run(branch, settles, branch, sequence)) !== 1) wereOpen = false;
  }
  return wereOpen;
}

function addEntries({ addEntry, addEntries }: Statements, branch: number, placed: readonly Placed[]): void {
  let index = 0;
  for (; index + many <= placed.length; index += many) {
    const values: SqliteValue[] = [];
    for (let next = index; next < index + many; next++) pushRow(values, branch, placed[next] as Placed);
    addEntries.run(...values);
  }
  for (; index < placed.length; index++) {
    const values: SqliteValue[] = [];
    pushRow(values, branch, placed[index] as Placed);
    addEntry.run(...values);
  }
}

function pushRow(values: SqliteValue[], branch: number, { entry, text }: Placed): void {
  const { sequence, id, kind, at, opens, settles } = entry;
  values.push(branch, sequence, branch, id, kind, at, opens ?? null, settles ?? null, text);
}

/** NaN where the driver does not say. */
const changesOf = (result: unknown) => Number((result as { readonly changes?: unknown } | null | undefined)?.changes);
