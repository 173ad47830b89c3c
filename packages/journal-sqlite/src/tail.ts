import type { BranchRow } from "./branch-history.js";
import type { Placed } from "./branch-state.js";
import type { Statements } from "./statements.js";

/** How many entries are indexed at a time. Part of the schema. */
export const block = 32;

/** How many branches are kept: a tail that is not is read again. */
const most = 256;

/** What no index names yet of a branch with this head: the entries after its last full block. */
interface Tail {
  head: number;
  readonly ids: Set<string>;
  readonly settled: Set<string>;
}

/** The tails of the branches that were written last. An entry never changes, so a tail is as stored where its head is. */
export class Tails {
  readonly #tails = new Map<string, Tail>();

  /**
   * Adds what is about to be stored. False: one of the entries has an id that the tail has, or opens what it settles. The tails are then to be
   * forgotten, as they are when the transaction fails.
   */
  extend(statements: Statements, branchId: string, row: BranchRow, placed: readonly Placed[]): boolean {
    const tail = this.#of(statements, branchId, row);
    for (const { entry } of placed) if (!add(tail, entry)) return false;
    const head = row.head + placed.length;
    if (lastFull(head) > row.head) keepAfter(tail, lastFull(head), placed);
    tail.head = head;
    return true;
  }

  forget(): void {
    this.#tails.clear();
  }

  #of(statements: Statements, branchId: string, row: BranchRow): Tail {
    const kept = this.#tails.get(branchId);
    if (kept?.head === row.head) return kept;
    if (this.#tails.size >= most) this.#tails.clear();
    const tail = read(statements, row);
    this.#tails.set(branchId, tail);
    return tail;
  }
}

interface Named {
  readonly id: string;
  readonly opens?: string | null | undefined;
  readonly settles?: string | null | undefined;
}

/** The sequence of the last entry that is indexed. */
export const lastFull = (head: number) => head - (head % block);

function read(statements: Statements, { number, head }: BranchRow): Tail {
  const tail: Tail = { head, ids: new Set(), settled: new Set() };
  if (lastFull(head) === head) return tail;
  for (const entry of statements.tail.all(number, head, number, head) as Named[]) add(tail, entry);
  return tail;
}

function add({ ids, settled }: Tail, { id, opens, settles }: Named): boolean {
  if (ids.has(id)) return false;
  ids.add(id);
  if (typeof settles === "string") settled.add(settles);
  return typeof opens !== "string" || !settled.has(opens);
}

function keepAfter(tail: Tail, sequence: number, placed: readonly Placed[]): void {
  tail.ids.clear();
  tail.settled.clear();
  for (const { entry } of placed) if (entry.sequence > sequence) add(tail, entry);
}
