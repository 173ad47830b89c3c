import { type AppendResult, type Entry, JournalError } from "@acta/journal";
import type { Draft } from "./row.js";

/** One append, read and checked for form. */
export interface Append {
  readonly branchId: string;
  readonly drafts: readonly Draft[];
  readonly fence: number | undefined;
}

/** A draft that got its place. */
export interface Placed {
  readonly entry: Entry;
  readonly text: string;
}

/** What a transaction knows of one branch: as stored, and then as its appends leave it. */
export interface BranchState {
  readonly fence: number;
  head: number;
  /** Of the ids that the appends name. */
  readonly known: Map<string, Entry>;
  /** What settled the matters that the appends name. */
  readonly settledBy: Map<string, Entry>;
  /** Those of the matters that are open. */
  readonly open: Set<string>;
}

/** Answers one append; `placed` gets what is to be written. Throws `JournalError` for what can never be stored; then nothing has changed. */
export function decide(state: BranchState, { branchId, drafts, fence }: Append, placed: Placed[]): AppendResult {
  if (fence !== undefined && fence < state.fence) return { kind: "fenced", fence: state.fence };
  const by = check(state, drafts);
  if (by) return { kind: "settled_already", by };
  return { kind: "appended", entries: drafts.map((draft) => state.known.get(draft.entry.id) ?? place(state, branchId, draft, placed)) };
}

/** Answers one append as if nothing that it names had been met before; whether that is so is seen when it is written. */
export function presume(state: Pick<BranchState, "fence" | "head">, { branchId, drafts, fence }: Append, placed: Placed[]): AppendResult {
  if (fence !== undefined && fence < state.fence) return { kind: "fenced", fence: state.fence };
  return { kind: "appended", entries: drafts.map((draft) => store(state, branchId, draft, placed)) };
}

/** The entry that settled before what one of these would settle. */
function check(state: BranchState, drafts: readonly Draft[]): Entry | undefined {
  const ids = new Set<string>();
  const opened = new Set<string>();
  const settled = new Set<string>();
  for (const { entry } of drafts) {
    const { id, opens, settles } = entry;
    if (state.known.has(id) || ids.has(id)) continue;
    ids.add(id);
    if (settles !== undefined) {
      const by = state.settledBy.get(settles);
      if (by) return by;
      if (settled.has(settles)) throw new JournalError("invalid_entry", `one append settles ${settles} twice`);
      if (!state.open.has(settles) && !opened.has(settles)) throw new JournalError("unknown_matter", `nothing opened ${settles}`);
      settled.add(settles);
    }
    if (opens !== undefined) {
      if (state.open.has(opens) || state.settledBy.has(opens) || opened.has(opens)) {
        throw new JournalError("matter_taken", `${opens} was opened before`);
      }
      opened.add(opens);
    }
  }
  return undefined;
}

function place(state: BranchState, branchId: string, draft: Draft, placed: Placed[]): Entry {
  const stored = store(state, branchId, draft, placed);
  state.known.set(stored.id, stored);
  if (stored.settles !== undefined) {
    state.open.delete(stored.settles);
    state.settledBy.set(stored.settles, stored);
  }
  if (stored.opens !== undefined) state.open.add(stored.opens);
  return stored;
}

function store(state: Pick<BranchState, "head">, branchId: string, { entry, text }: Draft, placed: Placed[]): Entry {
  const { id, kind, at, opens, settles, body } = entry;
  const stored: Entry = Object.freeze({ id, kind, at, opens, settles, body, branchId, sequence: ++state.head });
  placed.push({ entry: stored, text });
  return stored;
}
