import type { Entry, Journal, UnsettledOptions } from "@acta/journal";

/** All that opened what nothing has settled. */
export async function unsettled(journal: Journal, options: Pick<UnsettledOptions, "branchId" | "kind">): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<Journal["unsettled"]>> = await journal.unsettled({ ...options, after });
    for (const entry of page.entries) entries.push(entry);
    after = page.next;
  }
  return entries;
}
