import type { Entry, NewEntry, Page } from "./entry.js";

type Awaitable<T> = T | PromiseLike<T>;

export type AppendResult =
  | { readonly kind: "appended"; readonly entries: readonly Entry[] }
  /** One of the entries settles a matter that `by` settled before. Nothing was stored. */
  | { readonly kind: "settled_already"; readonly by: Entry }
  /** The lease was granted again since; `fence` is the newest grant. Nothing was stored. */
  | { readonly kind: "fenced"; readonly fence: number };

export interface ReadOptions {
  /** Entries with a higher sequence than this: a whole number from 0. Default 0. */
  readonly after?: number | undefined;
  /** A whole number from 1, or Infinity. Default 1,000. */
  readonly limit?: number | undefined;
  readonly kinds?: readonly string[] | undefined;
}

export interface UnsettledOptions {
  readonly branchId?: string | undefined;
  /** Of the entry that opened the matter. */
  readonly kind?: string | undefined;
  /** `next` of the page before: a whole number from 0, otherwise opaque. */
  readonly after?: number | undefined;
  /** A whole number from 1, or Infinity. Default 1,000. */
  readonly limit?: number | undefined;
}

/** An append-only record of branches. The only truth: histories and logs are views of it. */
export interface Journal {
  /** `durable`: survives the process. `shared`: several processes may use it at once. */
  readonly capabilities: { readonly durable: boolean; readonly shared: boolean };

  /**
   * Stores all entries or none, in order, after everything appended before to the branch, also by appends not yet answered.
   * Answered means: as durable as `capabilities` says. A throw means that nobody knows whether the entries are stored, except for
   * `JournalError`, which means that they are not. When the storage fails an append, those that wait behind it on its branch fail too: no
   * entry is stored without what was appended before it. An older fence is answered `fenced` whatever the entries are, also a repeat.
   *
   * Appends to one branch are answered in the order in which they were made.
   *
   * Each property of an entry is read once: what was checked is what is stored. An entry that cannot be read, or whose properties are not what
   * `NewEntry` says, is refused as `invalid_entry`.
   *
   * Names (branches, ids, kinds, matters, owners of a lease) are told apart exactly. A store that cannot keep one as it is, such as one with NUL
   * or half a surrogate pair, refuses it as `invalid_entry`.
   */
  append(branchId: string, entries: readonly NewEntry[], options?: { readonly fence?: number | undefined }): Awaitable<AppendResult>;

  /** One branch, in sequence order. Throws `invalid_options` for an `after` or a `limit` that no page could come of. */
  read(branchId: string, options?: ReadOptions): Awaitable<Page>;

  /** The entries that opened matters which nothing has settled, oldest first; of one branch or of all. Throws as `read` does. */
  unsettled(options?: UnsettledOptions): Awaitable<Page>;

  /**
   * Takes the branch for `owner`. Null: somebody else holds it. Each grant has a higher fence; an append that carries a lower one answers
   * `fenced`, so that a process which lost its lease cannot write. `ttlMs` is a finite number > 0, else `invalid_options`.
   * A name that cannot be kept is `invalid_entry`, as for `append`.
   */
  acquire(branchId: string, options: { readonly owner: string; readonly ttlMs: number }): Awaitable<Lease | null>;

  /** Refuses appends from its call on as `closed`, and waits for those that are pending. May be called twice. Other methods may then be refused too. */
  close(): Awaitable<void>;
}

export interface Lease {
  readonly fence: number;
  /** False: the lease is lost. */
  renew(): Awaitable<boolean>;
  release(): Awaitable<void>;
}
