import type { Entry, Journal, Page, UnsettledOptions } from "@acta/journal";
import { callIdOf, checkEntry } from "./check-entry.js";

/** All entries of a branch after `sequence`, whatever their bodies: for who judges them, or needs none. */
export const entriesAfter = (journal: Journal, branchId: string, sequence = 0): Promise<readonly Entry[]> =>
  collect(readPages((after) => journal.read(branchId, { after }), sequence));

/**
 * The same, page by page, and where `calls` are given only what is about these, by id. Throws `UsageError` for an entry among them that is not what
 * its kind says.
 */
export const pagesAfter = (journal: Journal, branchId: string, sequence: number, calls?: ReadonlySet<unknown>) =>
  checked(
    readPages((after) => journal.read(branchId, { after }), sequence),
    calls,
  );

/** The entry that a branch began with; null where it has none. */
export async function firstEntry(journal: Journal, branchId: string): Promise<Entry | null> {
  for await (const [first] of readPages((after) => journal.read(branchId, { after, limit: 1 }), 0)) {
    if (first !== undefined) return first;
  }
  return null;
}

/** All that opened what nothing has settled. Throws `UsageError` for an entry that is not what its kind says. */
export const unsettled = (journal: Journal, options: Pick<UnsettledOptions, "branchId" | "kind">): Promise<readonly Entry[]> =>
  collect(checked(unsettledPages(journal, options)));

/** The same, whatever their bodies: for who only needs to know where they are. */
export const unsettledOfAnyBody = (journal: Journal, options: Pick<UnsettledOptions, "branchId" | "kind">): Promise<readonly Entry[]> =>
  collect(unsettledPages(journal, options));

const unsettledPages = (journal: Journal, options: Pick<UnsettledOptions, "branchId" | "kind">) =>
  readPages((after) => journal.unsettled({ ...options, after }), 0);

async function* readPages(read: (after: number) => Page | PromiseLike<Page>, first: number): AsyncGenerator<readonly Entry[], void, void> {
  for (let after: number | null = first; after !== null; ) {
    const page: Page = await read(after);
    yield page.entries;
    after = page.next;
  }
}

async function* checked(
  pages: AsyncIterable<readonly Entry[]>,
  calls?: ReadonlySet<unknown>,
): AsyncGenerator<readonly Entry[], void, void> {
  for await (const page of pages) {
    const wanted = calls === undefined ? page : page.filter((entry) => calls.has(callIdOf(entry)));
    wanted.forEach(checkEntry);
    yield wanted;
  }
}

async function collect(pages: AsyncIterable<readonly Entry[]>): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const page of pages) for (const entry of page) entries.push(entry);
  return entries;
}
