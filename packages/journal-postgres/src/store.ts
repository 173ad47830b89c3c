import { type AppendResult, type Entry, JournalError } from "@acta/journal";
import type { Database } from "./database.js";
import type { Draft } from "./draft.js";
import { entryOfRow } from "./entry-of-row.js";
import { escapeText } from "./escaped-text.js";
import { mattersOf } from "./matters.js";
import type { Row } from "./postgres-pool.js";
import { Related } from "./related.js";
import { sqlStateOf } from "./sql-state.js";

const uniqueViolation = "23505";

/** Stores appends, one at a time for each branch. */
export class Store {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** One round trip where nothing forbids the append; else it looks why, and tries again what is still to be stored. */
  async append(branchId: string, drafts: readonly Draft[], fence: number | undefined): Promise<AppendResult> {
    let fresh = distinct(drafts);
    let known: ReadonlyMap<string, Entry> = new Map();
    // A refusal that a look does not explain was caused by others meanwhile: by an id, an opening or a settlement that is now to be seen.
    for (let refusals = 0; refusals <= 3 * drafts.length; refusals++) {
      const stored = await this.insert(branchId, fresh, fence);
      if (stored) return appended(drafts, [...known.values(), ...stored]);
      const related = await this.#related(branchId, drafts);
      if (fence !== undefined && fence < related.fence) return { kind: "fenced", fence: related.fence };
      known = related.byId;
      fresh = distinct(drafts).filter(({ entry }) => !known.has(entry.id));
      const by = related.settledBefore(fresh);
      if (by) return { kind: "settled_already", by };
      if (fresh.length === 0) return appended(drafts, [...known.values()]);
    }
    throw new Error(`Branch ${branchId} changed too often while entries were to be stored.`);
  }

  /** Stores entries that are all new, in one round trip. Undefined: something forbids it, and nothing is stored. */
  async insert(branchId: string, drafts: readonly Draft[], fence: number | undefined): Promise<readonly Entry[] | undefined> {
    if (drafts.length === 0) return undefined;
    const columns = drafts.map((draft) => draft.columns);
    const { closing, opening } = mattersOf(drafts);
    let rows: readonly Row[];
    try {
      rows = await this.#database.run("append", [
        escapeText(branchId),
        fence ?? null,
        columns.map(({ id }) => id),
        columns.map(({ kind }) => kind),
        columns.map(({ at }) => at),
        columns.map(({ opens }) => opens),
        columns.map(({ settles }) => settles),
        columns.map(({ body }) => body),
        closing,
        opening.map(({ matter }) => matter),
        opening.map(({ place }) => place),
      ]);
    } catch (error) {
      if (sqlStateOf(error) === uniqueViolation) return undefined;
      throw isRefusal(error) ? new JournalError("invalid_entry", "PostgreSQL cannot store the entries", { cause: error }) : error;
    }
    const [row] = rows;
    if (row === undefined) return undefined;
    const base = Number(row.base);
    // Without a spread: see hidden classes in docs/performance.md.
    return drafts.map(({ entry }, index) => Object.assign({}, entry, { branchId, sequence: base + index + 1 }));
  }

  async #related(branchId: string, drafts: readonly Draft[]): Promise<Related> {
    const columns = drafts.map((draft) => draft.columns);
    const matters = columns.flatMap(({ opens, settles }) => [opens, settles]).filter((matter) => matter !== null);
    const rows = await this.#database.run("related", [escapeText(branchId), columns.map(({ id }) => id), matters]);
    return new Related(Number(rows[0]?.fence), rows.filter(({ id }) => id !== null).map(entryOfRow));
  }
}

/** The first of each id. */
function distinct(drafts: readonly Draft[]): readonly Draft[] {
  const byId = new Map<string, Draft>();
  for (const draft of drafts) if (!byId.has(draft.entry.id)) byId.set(draft.entry.id, draft);
  return [...byId.values()];
}

function appended(drafts: readonly Draft[], stored: readonly Entry[]): AppendResult {
  const byId = new Map(stored.map((entry) => [entry.id, entry]));
  return { kind: "appended", entries: drafts.flatMap(({ entry }) => byId.get(entry.id) ?? []) };
}

/** The server refuses the values themselves: a text too long for an index, a character that its encoding lacks. */
function isRefusal(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state?.length === 5 && (state.startsWith("22") || state.startsWith("54"));
}
