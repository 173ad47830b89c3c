import {
  type AppendResult,
  checkedEntries,
  type Journal,
  JournalError,
  type Lease,
  leaseTime,
  type NewEntry,
  type Page,
  pageBounds,
  type ReadOptions,
  type UnsettledOptions,
} from "@acta/journal";
import { AppendQueue } from "./append-queue.js";
import { Database } from "./database.js";
import { draftOf } from "./draft.js";
import { entryOfRow } from "./entry-of-row.js";
import { escapeText } from "./escaped-text.js";
import type { PostgresJournalOptions } from "./options.js";
import type { Row } from "./postgres-pool.js";
import { Store } from "./store.js";

/**
 * A journal in PostgreSQL, 12 or newer, in a database whose encoding is UTF8. It connects when it is first used, and makes its tables
 * then, where they are missing or old. Throws `TypeError` for a name that no schema can have.
 *
 * Errors of the server and of the connection reject as `pg` made them: nobody knows whether the append is stored; to append again with
 * the same ids finds out.
 */
export function postgresJournal(options: PostgresJournalOptions = {}): Journal {
  return new PostgresJournal(new Database(options));
}

class PostgresJournal implements Journal {
  readonly capabilities = Object.freeze({ durable: true, shared: true });
  readonly #database: Database;
  readonly #appends: AppendQueue;
  readonly #running = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#appends = new AppendQueue(new Store(database));
  }

  append(branchId: string, entries: readonly NewEntry[], options?: { readonly fence?: number | undefined }): Promise<AppendResult> {
    return this.#run(() => this.#appends.add(branchId, checkedEntries(entries).map(draftOf), options?.fence));
  }

  read(branchId: string, options: ReadOptions = {}): Promise<Page> {
    return this.#run(async () => {
      const { kinds } = options;
      const { after, limit } = pageBounds(options);
      const rows = await this.#database.run("read", [escapeText(branchId), after, kinds?.map(escapeText) ?? null, oneMoreThan(limit)]);
      return pageOf(rows, "sequence", after, limit);
    });
  }

  unsettled(options: UnsettledOptions = {}): Promise<Page> {
    return this.#run(async () => {
      const { branchId, kind } = options;
      const { after, limit } = pageBounds(options);
      const of = (text: string | undefined) => (text === undefined ? null : escapeText(text));
      const rows = await this.#database.run("unsettled", [of(branchId), after, of(kind), oneMoreThan(limit)]);
      return pageOf(rows, "position", after, limit);
    });
  }

  acquire(branchId: string, options: { readonly owner: string; readonly ttlMs: number }): Promise<Lease | null> {
    return this.#run(async () => {
      const { owner } = options;
      const ttlMs = leaseTime(options.ttlMs);
      const [row] = await this.#database.run("acquire", [escapeText(branchId), escapeText(owner), ttlMs]);
      if (row === undefined) return null;
      const fence = Number(row.fence);
      const extend = (milliseconds: number) =>
        this.#run(async () => (await this.#database.run("extend", [escapeText(branchId), fence, milliseconds])).length > 0);
      return { fence, renew: () => extend(ttlMs), release: async () => void (await extend(0)) };
    });
  }

  close(): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#running).then(() => this.#database.end());
    return this.#closing;
  }

  /** Whatever `work` throws rejects; `close` waits for it. */
  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closing) throw new JournalError("closed", "the journal is closed");
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }
}

/** One row more tells whether there is a next page. */
const oneMoreThan = (limit: number) => (limit === Number.POSITIVE_INFINITY ? null : limit + 1);

function pageOf(rows: readonly Row[], cursor: string, after: number, limit: number): Page {
  const found = rows.slice(0, limit);
  return { entries: found.map(entryOfRow), next: rows.length > found.length ? Number(found.at(-1)?.[cursor] ?? after) : null };
}
