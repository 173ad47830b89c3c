import type { Entry, NewEntry, Page } from "../entry.js";
import type { AppendResult, Journal, Lease } from "../journal.js";
import { JournalError, type JournalErrorCode } from "../journal-error.js";
import type { Case, Check } from "./case.js";
import type { JournalCapability, JournalSubject } from "./subject.js";

export type Answer = AppendResult["kind"] | JournalErrorCode;

/** Longer than any case takes. */
export const longLeaseMs = 60_000;

/** One subject under one case, with the phrases that cases are written in. */
export class World {
  readonly journal: Journal;
  readonly check: Check;
  readonly #subject: JournalSubject;

  constructor(journal: Journal, subject: JournalSubject, check: Check) {
    this.journal = journal;
    this.#subject = subject;
    this.check = check;
  }

  /** What the subject says that its journals say of themselves. */
  get declared() {
    const { capabilities } = this.#subject;
    return { durable: capabilities.includes("durable"), shared: capabilities.includes("shared") };
  }

  ok(value: unknown, message: string): void {
    const check: Check = this.check;
    check.ok(value, message);
  }

  equal(actual: unknown, expected: unknown, message: string): void {
    this.check.equal(actual, expected, message);
  }

  /** The result, also where the journal throws instead of rejecting. */
  async result(entries: readonly NewEntry[], branchId = "b", journal = this.journal): Promise<AppendResult> {
    return journal.append(branchId, entries);
  }

  /** Appends what must be stored. */
  async append(entries: readonly NewEntry[], branchId = "b", journal = this.journal): Promise<readonly Entry[]> {
    const result = await this.result(entries, branchId, journal);
    this.equal(result.kind, "appended", "the answer to an append that nothing forbids");
    return result.kind === "appended" ? result.entries : [];
  }

  /** How an append ends, as one word. */
  async answer(entries: readonly NewEntry[], branchId = "b", options?: { readonly fence: number }): Promise<Answer> {
    return answerOf(async () => (await this.journal.append(branchId, entries, options)).kind);
  }

  /** Every entry of a branch, page by page. */
  async stored(branchId = "b", journal = this.journal): Promise<readonly Entry[]> {
    return this.pages((after) => journal.read(branchId, { after }));
  }

  async ids(branchId = "b", journal = this.journal): Promise<readonly string[]> {
    return (await this.stored(branchId, journal)).map(({ id }) => id);
  }

  async unsettledIds(branchId?: string, journal = this.journal): Promise<readonly string[]> {
    return (await this.pages((after) => journal.unsettled({ branchId, after }))).map(({ id }) => id);
  }

  /** Follows `next` to the end. */
  async pages(page: (after: number | undefined) => Page | PromiseLike<Page>): Promise<readonly Entry[]> {
    const found: Entry[] = [];
    let after: number | undefined;
    for (let turn = 0; turn < 2_000; turn++) {
      const { entries, next } = await page(after);
      found.push(...entries);
      if (next === null) return found;
      this.ok(next > (after ?? 0), "`next` is higher than the `after` of its page");
      after = next;
    }
    this.ok(false, "`next` never became null");
    return found;
  }

  /** A lease that must be granted. */
  async lease(owner: string, branchId = "b", ttlMs = longLeaseMs, journal = this.journal): Promise<Lease> {
    const check: Check = this.check;
    const lease = await journal.acquire(branchId, { owner, ttlMs });
    check.ok(lease !== null, `${owner} is granted the lease`);
    return lease;
  }

  /** One more handle on the same store. */
  async reopen(): Promise<Journal> {
    const check: Check = this.check;
    const handle = await this.#subject.reopen?.();
    check.ok(handle, "the subject declares a capability that needs `reopen`, and has none");
    return handle;
  }

  /** A lease time that is over after `pass` of the same time: short where waiting is real. */
  get shortLeaseMs(): number {
    return this.#subject.advance ? 1_000 : 40;
  }

  async pass(milliseconds: number): Promise<void> {
    if (this.#subject.advance) this.#subject.advance(milliseconds);
    else await new Promise((resolve) => setTimeout(resolve, milliseconds + 5));
  }
}

export async function answerOf(action: () => Promise<Answer>): Promise<Answer> {
  try {
    return await action();
  } catch (error) {
    if (JournalError.isInstance(error)) return error.code;
    throw error;
  }
}

/** A plain entry, and one that opens or settles where `more` says so. */
export function entry(id: string, more: Partial<NewEntry> = {}): NewEntry {
  return { id, kind: "note", at: 1, body: { of: id }, ...more };
}

/** Of pages that would be empty, endless, or nowhere. */
export const senselessBounds: readonly { readonly after?: number; readonly limit?: number }[] = [
  ...[0, -1, 1.5, Number.NaN].map((limit) => ({ limit })),
  ...[-1, 0.5, Number.NaN].map((after) => ({ after })),
];
export const boundsText = (bounds: object) => Object.entries(bounds).flat().join(" ");

export const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);
export const opening = (id: string, matter: string): NewEntry => entry(id, { kind: "opened", opens: matter });
export const settling = (id: string, matter: string): NewEntry => entry(id, { kind: "settled", settles: matter });
export const numbered = (count: number, prefix = "e"): readonly NewEntry[] =>
  Array.from({ length: count }, (_, index) => entry(`${prefix}${index + 1}`));

/** A case whose subject is opened before and disposed of after it. */
export function journalCase(
  id: string,
  requirement: string,
  body: (world: World) => Promise<void>,
  needs: readonly JournalCapability[] = [],
): Case<JournalSubject> {
  return {
    id,
    requirement,
    needs,
    async run(subject, check) {
      try {
        await body(new World(await subject.open(), subject, check));
      } finally {
        await subject.dispose();
      }
    },
  };
}
