import {
  type AppendResult,
  checkedEntries,
  type Journal,
  JournalError,
  type Lease,
  leaseTime,
  type NewEntry,
  type Page,
  type ReadOptions,
  type UnsettledOptions,
} from "@acta/journal";
import { AppendQueue } from "./append-queue.js";
import { commitGroup } from "./commit-group.js";
import { openDatabase } from "./engine.js";
import { readPage, unsettledPage } from "./pages.js";
import { draft, isName } from "./row.js";
import type { Synchronous } from "./settings.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import { SqliteJournalError } from "./sqlite-journal-error.js";
import { openStore, type Store } from "./store.js";
import { whenFree } from "./when-free.js";

interface Settings {
  /** Default `FULL`: an answered append survives a loss of power. `NORMAL`: it survives the process only, and costs no sync of the disk. */
  readonly synchronous?: Synchronous | undefined;
  /** How long to wait for other writers, milliseconds; then `locked`. Default 60,000. */
  readonly lockTimeoutMs?: number | undefined;
  /** Wall clock, milliseconds, for leases; the same for all who share the file. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** A file, made for its owner alone where it is missing; or a database that is open already, which the journal sets up and never closes. */
export type SqliteJournalOptions = Settings & ({ readonly path: string } | { readonly database: SqliteDatabase });

/**
 * A journal in one SQLite file, for any number of processes of one machine. Throws `SqliteJournalError` at once where the file cannot be a
 * journal.
 */
export function sqliteJournal(options: SqliteJournalOptions): Journal {
  return new SqliteJournal(options);
}

class SqliteJournal implements Journal {
  readonly capabilities = Object.freeze({ durable: true, shared: true });
  readonly #database: SqliteDatabase;
  readonly #ownsDatabase: boolean;
  readonly #synchronous: Synchronous;
  readonly #lockTimeoutMs: number;
  readonly #now: () => number;
  readonly #queue: AppendQueue;
  #store: Store | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: SqliteJournalOptions) {
    this.#synchronous = options.synchronous ?? "FULL";
    this.#lockTimeoutMs = options.lockTimeoutMs ?? 60_000;
    this.#now = options.now ?? Date.now;
    this.#queue = new AppendQueue((group) => commitGroup(this.#open(), group), this.#lockTimeoutMs);
    this.#ownsDatabase = "path" in options;
    this.#database = "path" in options ? openDatabase(options.path) : options.database;
    this.#tryToOpen();
  }

  append(branchId: string, entries: readonly NewEntry[], options?: { readonly fence?: number | undefined }): Promise<AppendResult> {
    try {
      this.#refuseWhenClosed();
      refuseBadName(branchId);
      return this.#queue.add({ branchId, drafts: checkedEntries(entries).map(draft), fence: options?.fence });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async read(branchId: string, options?: ReadOptions): Promise<Page> {
    return this.#whenFree(({ statements }) => readPage(statements, branchId, options));
  }

  async unsettled(options?: UnsettledOptions): Promise<Page> {
    return this.#whenFree(({ statements }) => unsettledPage(statements, options));
  }

  async acquire(branchId: string, options: { readonly owner: string; readonly ttlMs: number }): Promise<Lease | null> {
    refuseBadName(branchId);
    const { owner } = options;
    refuseBadName(owner, "an owner");
    const ttlMs = leaseTime(options.ttlMs);
    const granted = await this.#whenFree(({ statements }) => {
      const now = this.#now();
      return statements.acquire.all(branchId, owner, now + ttlMs, now, owner) as { readonly fence: number }[];
    });
    if (granted[0] === undefined) return null;
    const fence = Number(granted[0].fence);
    return {
      fence,
      renew: () =>
        this.#whenFree(({ statements }) => {
          const now = this.#now();
          return statements.renew.all(now + ttlMs, branchId, fence, now).length > 0;
        }),
      release: () => this.#whenFree(({ statements }) => void statements.release.run(branchId, fence)),
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#queue.drained();
    this.#store = undefined;
    if (!this.#ownsDatabase) return;
    emptyLog(this.#database);
    this.#database.close();
  }

  #whenFree<Result>(work: (store: Store) => Result): Promise<Result> {
    return whenFree(() => {
      this.#refuseWhenClosed();
      return work(this.#open());
    }, this.#lockTimeoutMs);
  }

  #open(): Store {
    this.#store ??= openStore(this.#database, this.#synchronous);
    return this.#store;
  }

  /** What can never work fails at once; a file that is locked is opened later, when it is used. */
  #tryToOpen(): void {
    try {
      this.#open();
    } catch (cause) {
      const error = SqliteJournalError.of(cause);
      if (error.code === "locked") return;
      if (this.#ownsDatabase) this.#database.close();
      throw error;
    }
  }

  #refuseWhenClosed(): void {
    if (this.#closing) throw new JournalError("closed", "the journal is closed");
  }
}

/** Some drivers close a file only when their statements are collected; until then, the file alone should hold everything. */
function emptyLog(database: SqliteDatabase): void {
  try {
    database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
  } catch {
    // The log stays beside the file, and the next connection reads it.
  }
}

function refuseBadName(name: string, what = "a branch"): void {
  if (!isName(name)) throw new JournalError("invalid_entry", `${what} needs a name of well-formed text without NUL`);
}
