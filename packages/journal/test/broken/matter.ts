import { type AppendResult, JournalError } from "../../src/index.js";
import { allOf, type BrokenJournal, broken, openNow, storing, storingEach } from "./defects.js";

export const brokenMatters: readonly BrokenJournal[] = [
  broken(
    "settle.once",
    "lets a later settlement through",
    storingEach((entry, branchId, journal) =>
      entry.settles !== undefined && allOf(journal, branchId).some(({ settles }) => settles === entry.settles)
        ? { ...entry, settles: undefined }
        : entry,
    ),
  ),
  broken("settle.equal-body", "takes an equal settlement for a repeat", (journal) => ({
    append(branchId, entries, options): AppendResult {
      const result = journal.append(branchId, entries, options);
      const equal = result.kind === "settled_already" && JSON.stringify(result.by.body) === JSON.stringify(entries[0]?.body);
      return equal ? { kind: "appended", entries: [result.by] } : result;
    },
  })),
  broken("settle.concurrent", "looks for a settlement before it waits for its turn", (journal) => ({
    async append(branchId, entries, options) {
      const free = entries.every(({ settles }) => settles === undefined || openNow(journal, branchId, settles));
      await undefined;
      const result = journal.append(branchId, entries, options);
      return free && result.kind === "settled_already"
        ? journal.append(
            branchId,
            entries.map((entry) => ({ ...entry, settles: undefined })),
          )
        : result;
    },
  })),
  broken(
    "settle.unknown",
    "lets a settlement of nothing through",
    storing((entries, branchId, journal) =>
      entries.map((entry) =>
        entry.settles === undefined ||
        allOf(journal, branchId).some(({ opens }) => opens === entry.settles) ||
        entries.some(({ opens }) => opens === entry.settles)
          ? entry
          : { ...entry, settles: undefined },
      ),
    ),
  ),
  broken("settle.branch", "keeps one list of matters for all branches", (journal) => ({
    append(branchId, entries, options) {
      const elsewhere = journal.unsettled().entries.filter((entry) => entry.branchId !== branchId);
      if (elsewhere.some((other) => entries.some(({ opens }) => opens !== undefined && opens === other.opens))) {
        throw new JournalError("matter_taken", "another branch opened it");
      }
      return journal.append(branchId, entries, options);
    },
  })),
  broken(
    "settle.same-append",
    "opens first and settles then, whatever the order",
    storing((entries) => [...entries].sort((one, other) => Number(other.opens !== undefined) - Number(one.opens !== undefined))),
  ),
  broken(
    "settle.twice-in-append",
    "ignores the second settlement of one append",
    storing((entries) => firstOnly(entries, "settles")),
  ),
  broken(
    "settle.and-open",
    "forgets what a settlement opens",
    storingEach((entry) => (entry.settles === undefined ? entry : { ...entry, opens: undefined })),
  ),
  broken(
    "open.taken",
    "lets a second opening through",
    storingEach((entry, branchId, journal) =>
      entry.opens !== undefined && openNow(journal, branchId, entry.opens) ? { ...entry, opens: undefined } : entry,
    ),
  ),
  broken(
    "open.settled",
    "forgets a matter when it is settled",
    storingEach((entry, branchId, journal) =>
      allOf(journal, branchId).some(({ settles }) => settles !== undefined && settles === entry.opens)
        ? { ...entry, opens: undefined }
        : entry,
    ),
  ),
  broken(
    "open.same-append",
    "ignores the second opening of one append",
    storing((entries) => firstOnly(entries, "opens")),
  ),
  broken("open.concurrent", "looks for an opening before it waits for its turn", (journal) => ({
    async append(branchId, entries, options) {
      const free = entries.every(({ opens }) => opens === undefined || !openNow(journal, branchId, opens));
      await undefined;
      const taken = entries.some(({ opens }) => opens !== undefined && openNow(journal, branchId, opens));
      return journal.append(branchId, free && taken ? entries.map((entry) => ({ ...entry, opens: undefined })) : entries, options);
    },
  })),
];

function firstOnly<Entry extends { readonly opens?: string | undefined; readonly settles?: string | undefined }>(
  entries: readonly Entry[],
  member: "opens" | "settles",
): readonly Entry[] {
  return entries.map((entry, index) =>
    entry[member] !== undefined && entries.findIndex((other) => other[member] === entry[member]) < index
      ? { ...entry, [member]: undefined }
      : entry,
  );
}
