import type { AppendResult } from "../../src/index.js";
import type { Defect } from "../store-subject.js";
import { type BrokenJournal, broken, interleaving, known, storingEach } from "./defects.js";

/** Only handles that were opened again are broken. */
const afterReopen = (defect: Defect): Defect => {
  return (journal, surroundings) => (surroundings.generation === 0 ? {} : defect(journal, surroundings));
};
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

export const brokenStores: readonly BrokenJournal[] = [
  broken("close.pending", "closes without waiting", (journal) => ({
    async append(branchId, entries, options) {
      await turn();
      return journal.append(branchId, entries, options);
    },
  })),
  broken("close.refuses", "goes on after close", () => ({ close: () => undefined })),
  broken("close.closing", "is closed only when close is answered", (journal) => ({
    async close() {
      await turn();
      journal.close();
    },
  })),
  broken("close.twice", "throws at a second close", (journal) => {
    let count = 0;
    return {
      close() {
        if (count++ > 0) throw new Error("closed already");
        journal.close();
      },
    };
  }),
  broken(
    "durable.entries",
    "loses the last entry",
    afterReopen((journal) => ({
      read: (branchId, options) => {
        const page = journal.read(branchId, options);
        return { ...page, entries: page.entries.slice(0, -1) };
      },
    })),
  ),
  broken(
    "durable.ids",
    "knows the ids of its own time only",
    afterReopen(
      storingEach((entry, branchId, journal) => (known(journal, branchId, entry.id) ? { ...entry, id: `${entry.id} again` } : entry)),
    ),
  ),
  broken(
    "durable.matters",
    "forgets what is open",
    afterReopen(() => ({ unsettled: () => ({ entries: [], next: null }) })),
  ),
  broken(
    "durable.fence",
    "counts fences from 1 again",
    afterReopen((journal) => ({
      acquire(branchId, options) {
        const lease = journal.acquire(branchId, options);
        return lease && { ...lease, fence: 1 };
      },
    })),
  ),
  broken("durable.pending", "answers before it stores, and drops what is pending at close", (journal, { generation, store }) => {
    let closed = false;
    let sequence = 0;
    return {
      append(branchId, entries, options): AppendResult {
        if (closed || generation > 0) return journal.append(branchId, entries, options);
        void turn().then(() => closed || store.append(branchId, entries, options));
        return { kind: "appended", entries: entries.map((entry) => ({ ...entry, branchId, sequence: ++sequence })) };
      },
      close() {
        closed = true;
        journal.close();
      },
    };
  }),
  broken(
    "shared.visible",
    "shows a handle only what it wrote itself",
    afterReopen((journal) => {
      const own = new Set<string>();
      return {
        append(branchId, entries, options) {
          for (const { id } of entries) own.add(id);
          return journal.append(branchId, entries, options);
        },
        read(branchId, options) {
          const page = journal.read(branchId, options);
          return { ...page, entries: page.entries.filter(({ id }) => own.has(id)) };
        },
      };
    }),
  ),
  broken("shared.interleaved", "lets the other handle into the middle of an append", interleaving),
  broken(
    "shared.settle",
    "knows the settlements of its own handle only",
    afterReopen(storingEach((entry) => ({ ...entry, settles: undefined }))),
  ),
  broken("shared.id", "knows the ids of its own handle only", (journal, { generation }) => ({
    append: (branchId, entries, options) =>
      journal.append(
        branchId,
        entries.map((entry) => ({ ...entry, id: `${entry.id}@${generation}` })),
        options,
      ),
  })),
  broken(
    "shared.lease",
    "keeps leases per handle",
    afterReopen((journal) => ({ acquire: (branchId, options) => journal.acquire(`other ${branchId}`, options) })),
  ),
  broken("shared.close", "closes the store with the handle", (_, { store }) => ({ close: () => store.close() })),
];
