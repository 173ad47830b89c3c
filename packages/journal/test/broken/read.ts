import type { Entry, Page } from "../../src/index.js";
import type { Handle } from "../store-subject.js";
import { allOf, type BrokenJournal, broken, reading } from "./defects.js";

const everyOpening = (journal: Handle) => journal.unsettled({ limit: Number.MAX_SAFE_INTEGER }).entries;
const pageBy = (entries: readonly (readonly [Entry, number])[], after = 0, limit = 1_000): Page => {
  const rest = entries.filter(([, place]) => place > after);
  const found = rest.slice(0, limit);
  return { entries: found.map(([entry]) => entry), next: rest.length > limit ? (found.at(-1)?.[1] ?? null) : null };
};

export const brokenReads: readonly BrokenJournal[] = [
  broken(
    "read.entries",
    "reads what was not given as an empty text",
    reading((page) => ({
      ...page,
      entries: page.entries.map((entry) => ({ ...entry, opens: entry.opens ?? "", settles: entry.settles ?? "" })),
    })),
  ),
  broken("read.unknown", "throws for an unknown branch", (journal) => ({
    read(branchId, options) {
      if (allOf(journal, branchId).length === 0) throw new Error("no such branch");
      return journal.read(branchId, options);
    },
  })),
  broken(
    "read.pages",
    "skips the first entry of each next page",
    reading((page) => ({ ...page, next: page.next === null ? null : page.next + 1 })),
  ),
  broken("read.after", "begins a page with the entry at `after`", (journal) => ({
    read: (branchId, options) => journal.read(branchId, { ...options, after: Math.max(0, (options?.after ?? 0) - 1) }),
  })),
  broken("read.bounds", "takes a limit of nothing for the default", (journal) => ({
    read: (branchId, options) => journal.read(branchId, { ...options, limit: options?.limit || undefined }),
  })),
  broken("read.default-limit", "has no default limit", (journal) => ({
    read: (branchId, options) => journal.read(branchId, { limit: Number.MAX_SAFE_INTEGER, ...options }),
  })),
  broken("read.kinds", "ends where a page holds less than its limit", (journal) => ({
    read(branchId, options) {
      const { entries, next } = journal.read(branchId, { ...options, kinds: undefined });
      const found = entries.filter(({ kind }) => options?.kinds?.includes(kind) ?? true);
      return { entries: found, next: found.length < entries.length ? null : next };
    },
  })),
  broken("read.growing", "reads on from what it found first", (journal) => {
    const first = new Map<string, readonly Entry[]>();
    return {
      read(branchId, options) {
        const entries = first.get(branchId) ?? allOf(journal, branchId);
        first.set(branchId, entries);
        return pageBy(
          entries.map((entry) => [entry, entry.sequence]),
          options?.after,
          options?.limit,
        );
      },
    };
  }),
  broken("unsettled.order", "lists branch by branch", (journal) => ({
    unsettled: (options) => {
      const page = journal.unsettled(options);
      return { ...page, entries: [...page.entries].sort((one, other) => one.branchId.localeCompare(other.branchId)) };
    },
  })),
  broken("unsettled.branch", "lists all branches whichever is asked", (journal) => ({
    unsettled: (options) => journal.unsettled({ ...options, branchId: undefined }),
  })),
  broken("unsettled.kind", "lists all kinds whichever is asked", (journal) => ({
    unsettled: (options) => journal.unsettled({ ...options, kind: undefined }),
  })),
  broken("unsettled.settled", "lists settled matters too", (journal) => {
    const opened: Entry[] = [];
    return {
      append(branchId, entries, options) {
        const result = journal.append(branchId, entries, options);
        if (result.kind === "appended") opened.push(...result.entries.filter(({ opens }) => opens !== undefined));
        return result;
      },
      unsettled: (options) =>
        pageBy(
          opened.map((entry, index) => [entry, index + 1]),
          options?.after,
          options?.limit,
        ),
    };
  }),
  broken("unsettled.pages", "counts places among what is open now", (journal) => ({
    unsettled: (options) =>
      pageBy(
        everyOpening(journal).map((entry, index) => [entry, index + 1]),
        options?.after,
        options?.limit,
      ),
  })),
  broken("unsettled.bounds", "begins at the beginning where `after` is nowhere", (journal) => ({
    unsettled: (options) => journal.unsettled({ ...options, after: Math.max(0, options?.after ?? 0) }),
  })),
  broken("unsettled.new-after-last", "begins to count anew when nothing is open", (journal) => {
    const places = new Map<string, number>();
    return {
      append(branchId, entries, options) {
        const result = journal.append(branchId, entries, options);
        const open = everyOpening(journal).map(({ id }) => id);
        for (const id of places.keys()) if (!open.includes(id)) places.delete(id);
        for (const id of open) if (!places.has(id)) places.set(id, Math.max(0, ...places.values()) + 1);
        return result;
      },
      unsettled: (options) =>
        pageBy(
          everyOpening(journal).map((entry) => [entry, places.get(entry.id) ?? 0]),
          options?.after,
          options?.limit,
        ),
    };
  }),
];
