import type { BranchRow } from "./branch-row.js";
import type { Placed } from "./branch-state.js";
import type { Statements } from "./statements.js";

/** How many entries are indexed at a time. Part of the schema. */
const block = 128;

/** What no index names yet of a branch with this head: the entries after its last full block. */
interface Tail {
  head: number;
  /** The id of the entry at `head`; null where none was read or stored yet. */
  last: string | null;
  readonly ids: Set<string>;
  readonly settled: Set<string>;
  /** Matters that are open, with their arrivals. */
  readonly open: Map<string, number>;
}

/** What else changes with entries that are stored. */
export interface Changes {
  /** The last one after it. */
  arrival: number;
  /** What was opened in the tail, and is settled. */
  readonly arrivals: number[];
  /** What is settled and was not opened in the tail. */
  readonly matters: string[];
}

/** How many branches are kept: a tail that is not is read again. */
const most = 256;

/** The tails of the branches that were written last. An entry never changes, so a tail is as stored where its last one is. */
export class Tails {
  readonly #tails = new Map<string, Tail>();

  /**
   * Adds what is about to be stored. Undefined: the tail has an id of it, or a matter that is opened once more.
   * The tails are then to be forgotten, as they are when the transaction fails.
   */
  extend(statements: Statements, branchId: string, row: BranchRow, placed: readonly Placed[]): Changes | undefined {
    const tail = this.#of(statements, branchId, row);
    const changes: Changes = { arrival: row.arrival, arrivals: [], matters: [] };
    for (const { entry } of placed) if (!add(tail, entry, changes)) return undefined;
    tail.head += placed.length;
    tail.last = placed.at(-1)?.entry.id ?? tail.last;
    if (lastFull(tail.head) > lastFull(row.head)) keepAfter(tail, lastFull(tail.head), placed);
    return changes;
  }

  forget(): void {
    this.#tails.clear();
  }

  #of(statements: Statements, branchId: string, row: BranchRow): Tail {
    const kept = this.#tails.get(branchId);
    if (kept?.head === row.head && kept.last === row.last) return kept;
    const full = lastFull(row.head);
    // Where another process wrote, what is kept is a part of the tail still, unless the block is full since, or an older file was put back.
    const isPart = kept !== undefined && kept.head >= full && kept.head < row.head && readOn(statements, kept, row);
    const tail = isPart ? kept : emptyTail(full);
    if (!isPart) readOn(statements, tail, row);
    if (this.#tails.size >= most) this.#tails.clear();
    this.#tails.set(branchId, tail);
    return tail;
  }
}

const emptyTail = (head: number): Tail => ({ head, last: null, ids: new Set(), settled: new Set(), open: new Map() });

/** The sequence of the last entry that is indexed. */
export const lastFull = (head: number) => head - (head % block);

interface TailRow {
  readonly id: string;
  readonly opens: string | null;
  /** Null: it is not open. */
  readonly arrival: number | null;
  readonly settles: string | null;
}

/** Looks at the last entry of the tail once more, and reads on from there. False: it is another one now, and the tail was left as it is. */
function readOn(statements: Statements, tail: Tail, { number, head, last }: BranchRow): boolean {
  const after = tail.last === null ? tail.head : tail.head - 1;
  const rows = (after === head ? [] : statements.tail.all(number, after, number, head)) as TailRow[];
  if (tail.last !== null && tail.last !== rows.shift()?.id) return false;
  for (const { id, opens, arrival, settles } of rows) {
    tail.ids.add(id);
    if (settles !== null) {
      tail.open.delete(settles);
      tail.settled.add(settles);
    }
    if (opens !== null && arrival !== null) tail.open.set(opens, Number(arrival));
  }
  tail.head = head;
  tail.last = last;
  return true;
}

function add({ ids, settled, open }: Tail, { id, opens, settles }: Placed["entry"], changes: Changes): boolean {
  if (ids.has(id)) return false;
  ids.add(id);
  if (settles !== undefined) {
    const arrival = open.get(settles);
    if (arrival === undefined) changes.matters.push(settles);
    else changes.arrivals.push(arrival);
    open.delete(settles);
    settled.add(settles);
  }
  if (opens === undefined) return true;
  if (open.has(opens) || settled.has(opens)) return false;
  open.set(opens, ++changes.arrival);
  return true;
}

/** What was not placed now is in the last full block, or before it. */
function keepAfter({ ids, settled, open }: Tail, sequence: number, placed: readonly Placed[]): void {
  const before = new Map(open);
  for (const names of [ids, settled, open]) names.clear();
  for (const { entry } of placed) {
    if (entry.sequence <= sequence) continue;
    ids.add(entry.id);
    if (entry.settles !== undefined) settled.add(entry.settles);
    const arrival = entry.opens === undefined ? undefined : before.get(entry.opens);
    if (entry.opens !== undefined && arrival !== undefined) open.set(entry.opens, arrival);
  }
}
