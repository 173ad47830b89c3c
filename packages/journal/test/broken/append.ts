import { type AppendResult, type Journal, JournalError } from "../../src/index.js";
import type { Handle } from "../store-subject.js";
import { allOf, type BrokenJournal, broken, interleaving, oneByOne, reading, storing, storingEach } from "./defects.js";

export const brokenAppends: readonly BrokenJournal[] = [
  broken("capabilities.declared", "claims less than it does", () => ({ capabilities: { durable: false, shared: false } })),
  broken("append.answer", "answers in the wrong order", (journal) => ({
    append(branchId, entries, options) {
      const result = journal.append(branchId, entries, options);
      return result.kind === "appended" ? { ...result, entries: [...result.entries].reverse() } : result;
    },
  })),
  broken(
    "append.empty",
    "stores a mark for an empty append",
    storing((entries) => (entries.length > 0 ? entries : [{ id: "mark", kind: "mark", at: 0, body: null }])),
  ),
  broken("append.atomic", "stores entry by entry", oneByOne),
  broken("append.atomic-settlement", "stores what it can of an append that is settled already", (journal) => ({
    append(branchId, entries, options) {
      const result = journal.append(branchId, entries, options);
      if (result.kind === "settled_already")
        journal.append(
          branchId,
          entries.filter(({ settles }) => settles === undefined),
          options,
        );
      return result;
    },
  })),
  broken(
    "append.invalid",
    "makes up a missing id",
    storingEach((entry) => ({ ...entry, id: entry.id === "" ? "made up" : entry.id })),
  ),
  broken(
    "append.malformed",
    "makes up what is missing",
    storingEach((entry) => ({ ...entry, kind: entry.kind ?? "unknown" })),
  ),
  broken("append.read-once", "looks at what an entry settles before it stores it", (journal) => ({
    append(branchId, entries, options) {
      if (entries.some(({ settles }) => settles === "")) throw new JournalError("invalid_entry", "a matter needs a name");
      return journal.append(branchId, entries, options);
    },
  })),
  broken(
    "append.sequence",
    "leaves a gap after each tenth",
    reading((page) => ({
      ...page,
      entries: page.entries.map((entry) => ({ ...entry, sequence: entry.sequence + Math.floor(entry.sequence / 5) })),
    })),
  ),
  broken("append.concurrent", "lets others into the middle of an append", interleaving),
  broken("append.order", "lets small appends overtake", (journal) => {
    let count = 0;
    return {
      async append(branchId, entries, options) {
        if (count++ % 7 === 0) await undefined;
        return journal.append(branchId, entries, options);
      },
    };
  }),
  broken("append.order-settlement", "checks against what is stored, not against what is under way", (journal) => ({
    async append(branchId, entries, options) {
      for (const { settles } of entries) {
        const opened = entries.some(({ opens }) => opens === settles) || allOf(journal, branchId).some(({ opens }) => opens === settles);
        if (settles !== undefined && !opened) throw new JournalError("unknown_matter", "nothing stored opened it");
      }
      await undefined;
      return journal.append(branchId, entries, options);
    },
  })),
  broken("append.neighbours", "lets one refusal fail the group", (journal) => groupFate(journal)),
];

function groupFate(journal: Handle): Pick<Journal, "append"> {
  let group: Promise<unknown[]> | undefined;
  let calls: Parameters<Handle["append"]>[] = [];
  return {
    async append(...call) {
      const place = calls.push(call) - 1;
      group ??= Promise.resolve().then(() => {
        const together = calls;
        calls = [];
        group = undefined;
        return together.map((one) => journal.append(...one));
      });
      return (await group)[place] as AppendResult;
    },
  };
}
