import type { Page } from "@acta/journal";
import { BranchError } from "./branch-error.js";

/** Page after page of a journal, each read once. Throws `invalid_journal` for what is no page, and for one that goes on where it began. */
export async function* readPages(read: (after: number) => Page | PromiseLike<Page>): AsyncGenerator<Page, void, void> {
  for (let after: number | null = 0; after !== null; ) {
    const page = pageOf(await read(after));
    if (page.next !== null && !(page.next > after)) {
      throw new BranchError("invalid_journal", `the page after ${after} says that the next one begins after ${String(page.next)}`);
    }
    yield page;
    after = page.next;
  }
}

function pageOf(answer: unknown): Page {
  let page: { readonly entries: unknown; readonly next: unknown };
  try {
    const { entries, next } = answer as Page;
    page = { entries, next };
  } catch (cause) {
    throw new BranchError("invalid_journal", "the journal answered with something that cannot be read as a page", { cause });
  }
  if (!Array.isArray(page.entries))
    throw new BranchError("invalid_journal", "the journal answered with a page that has no list of entries");
  if (page.next !== null && typeof page.next !== "number") {
    throw new BranchError("invalid_journal", "the journal answered with a page whose next is neither a number nor null");
  }
  return page as Page;
}
