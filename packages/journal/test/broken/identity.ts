import { type AppendResult, JournalError } from "../../src/index.js";
import { allOf, type BrokenJournal, broken, known, lookingTooEarly, storing, storingEach } from "./defects.js";

const again = (id: string) => `${id} again`;

export const brokenIdentities: readonly BrokenJournal[] = [
  broken(
    "id.again",
    "stores a known id again",
    storingEach((entry, branchId, journal) => (known(journal, branchId, entry.id) ? { ...entry, id: again(entry.id) } : entry)),
  ),
  broken(
    "id.same-append",
    "compares an append with what is stored, not with itself",
    storing((entries) =>
      entries.map((entry, index) => (entries.findIndex(({ id }) => id === entry.id) < index ? { ...entry, id: again(entry.id) } : entry)),
    ),
  ),
  broken("id.same-append-matter", "takes a repeated opening of one append for another's", (journal) => ({
    append(branchId, entries, options) {
      const opened = entries.flatMap(({ opens }) => opens ?? []);
      if (new Set(opened).size < opened.length) throw new JournalError("matter_taken", "one append opens it twice");
      return journal.append(branchId, entries, options);
    },
  })),
  broken("id.mixed", "takes an append with a known id for a repeat of the whole", (journal) => ({
    append(branchId, entries, options): AppendResult {
      const stored = entries.flatMap(({ id }) => known(journal, branchId, id) ?? []);
      return stored.length > 0 ? { kind: "appended", entries: stored } : journal.append(branchId, entries, options);
    },
  })),
  broken(
    "id.concurrent",
    "looks for an id before it waits for its turn",
    lookingTooEarly((entry) => entry),
  ),
  broken("id.branch", "keeps one list of ids for all branches", (journal) => {
    const first = new Map<string, string>();
    return {
      append(branchId, entries, options) {
        for (const { id } of entries) if (!first.has(id)) first.set(id, branchId);
        return journal.append(first.get(entries[0]?.id ?? "") ?? branchId, entries, options);
      },
    };
  }),
  broken("id.settlement-again", "refuses a repeated settlement", (journal) => ({
    append(branchId, entries, options): AppendResult {
      const by = allOf(journal, branchId).find(({ settles }) =>
        entries.some((entry) => entry.settles !== undefined && entry.settles === settles),
      );
      return by ? { kind: "settled_already", by } : journal.append(branchId, entries, options);
    },
  })),
  broken("id.opening-again", "refuses a repeated opening", (journal) => ({
    append(branchId, entries, options) {
      const taken = allOf(journal, branchId).some(({ opens }) =>
        entries.some((entry) => entry.opens !== undefined && entry.opens === opens),
      );
      if (taken) throw new JournalError("matter_taken", "it was opened before");
      return journal.append(branchId, entries, options);
    },
  })),
  broken("names.entry", "selects kinds without regard to case", (journal) => ({
    read(branchId, options) {
      const page = journal.read(branchId, { ...options, kinds: undefined });
      const kinds = options?.kinds?.map((kind) => kind.toLowerCase());
      return { ...page, entries: page.entries.filter(({ kind }) => kinds?.includes(kind.toLowerCase()) ?? true) };
    },
  })),
  broken("names.branch", "trims the names of branches", (journal) => ({
    append: (branchId, entries, options) => journal.append(branchId.trim(), entries, options),
    read: (branchId, options) => journal.read(branchId.trim(), options),
  })),
  broken(
    "names.matter",
    "composes the accents of matters",
    storingEach((entry) => ({ ...entry, opens: entry.opens?.normalize("NFC"), settles: entry.settles?.normalize("NFC") })),
  ),
  broken(
    "names.ill-formed",
    "cuts names at a NUL",
    storingEach((entry) => ({ ...entry, id: entry.id.split("\u0000")[0] ?? "" })),
  ),
];
