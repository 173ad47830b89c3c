import type { Entry, Journal, NewEntry, Page } from "../../src/index.js";
import type { Defect, Handle } from "../store-subject.js";

/** A defect and the case that is there to find it. */
export interface BrokenJournal {
  readonly caughtBy: string;
  readonly defect: string;
  readonly breaks: Defect;
}

export const broken = (caughtBy: string, defect: string, breaks: Defect): BrokenJournal => ({ caughtBy, defect, breaks });

/** Changes the entries of each append before they are stored. */
export const storing = (change: (entries: readonly NewEntry[], branchId: string, journal: Handle) => readonly NewEntry[]): Defect => {
  return (journal) => ({ append: (branchId, entries, options) => journal.append(branchId, change(entries, branchId, journal), options) });
};

/** The same, entry by entry. */
export const storingEach = (change: (entry: NewEntry, branchId: string, journal: Handle) => NewEntry): Defect =>
  storing((entries, branchId, journal) => entries.map((entry) => change(entry, branchId, journal)));

/** Stores bodies in another form. */
export const storingBodies = (change: (text: string) => string): Defect =>
  storingEach((entry) => ({ ...entry, body: JSON.parse(change(JSON.stringify(entry.body))) }));

/** Changes what is read. */
export const reading = (change: (page: Page) => Page): Defect => {
  return (journal) => ({ read: (branchId, options) => change(journal.read(branchId, options)) });
};

/** What a branch holds, past every page. */
export const allOf = (journal: Handle, branchId: string): readonly Entry[] =>
  journal.read(branchId, { limit: Number.MAX_SAFE_INTEGER }).entries;

export const known = (journal: Handle, branchId: string, id: string) => allOf(journal, branchId).find((entry) => entry.id === id);
export const openNow = (journal: Handle, branchId: string, matter: string) =>
  journal.unsettled({ branchId }).entries.some(({ opens }) => opens === matter);

/** Looks first and stores a turn later: what was right when it looked may be wrong when it stores. */
export const lookingTooEarly = (prepare: (entry: NewEntry, branchId: string, journal: Handle) => NewEntry): Defect => {
  return (journal) => ({
    async append(branchId, entries, options) {
      const prepared = entries.map((entry) => prepare(entry, branchId, journal));
      await undefined;
      return journal.append(
        branchId,
        prepared.map((entry) => (known(journal, branchId, entry.id) ? { ...entry, id: `${entry.id} again` } : entry)),
        options,
      );
    },
  });
};

/** Stores each entry on its own. */
export const oneByOne: Defect = (journal) => ({
  append(branchId, entries, options) {
    const stored: Entry[] = [];
    for (const entry of entries) {
      const result = journal.append(branchId, [entry], options);
      if (result.kind !== "appended") return result;
      stored.push(...result.entries);
    }
    return { kind: "appended", entries: stored };
  },
});

/** The same, and lets others in between. */
export const interleaving: Defect = (journal) => ({
  async append(branchId, entries, options) {
    const stored: Entry[] = [];
    for (const entry of entries) {
      const result = await journal.append(branchId, [entry], options);
      if (result.kind !== "appended") return result;
      stored.push(...result.entries);
    }
    return { kind: "appended", entries: stored };
  },
});

/** Grants leases through a change. */
export const granting = (
  change: (lease: NonNullable<ReturnType<Handle["acquire"]>>, again: () => ReturnType<Handle["acquire"]>) => ReturnType<Handle["acquire"]>,
): Defect => {
  return (journal) => ({
    acquire: (branchId, options): ReturnType<Journal["acquire"]> => {
      const lease = journal.acquire(branchId, options);
      return lease && change(lease, () => journal.acquire(branchId, options));
    },
  });
};
