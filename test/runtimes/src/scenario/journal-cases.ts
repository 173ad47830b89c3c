import { JournalError } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import type { ScenarioCase } from "./scenario-case.js";

export const journalCases: readonly ScenarioCase[] = [
  {
    name: "journal: entries have a sequence, and the same id again is the same entry",
    expected: [[1, 2], [2]],
    actual: () => {
      const journal = memoryJournal();
      const note = (id: string) => ({ id, kind: "note", at: 0, body: null });
      const first = journal.append("b", [note("1"), note("2")]);
      const again = journal.append("b", [note("2")]);
      return [first, again].map((result) => result.kind === "appended" && result.entries.map(({ sequence }) => sequence));
    },
  },
  {
    name: "journal: a matter is settled once",
    expected: ["appended", "settled_already", 0],
    actual: () => {
      const journal = memoryJournal();
      journal.append("b", [{ id: "1", kind: "call", at: 0, opens: "c", body: null }]);
      const settle = (id: string) => journal.append("b", [{ id, kind: "end", at: 0, settles: "c", body: null }]).kind;
      return [settle("2"), settle("3"), journal.unsettled().entries.length];
    },
  },
  {
    name: "journal: a lost lease is fenced",
    expected: ["fenced", "appended"],
    actual: () => {
      const journal = memoryJournal();
      const first = journal.acquire("b", { owner: "one", ttlMs: 1_000 });
      void first?.release();
      const second = journal.acquire("b", { owner: "two", ttlMs: 1_000 });
      const entries = [{ id: "1", kind: "note", at: 0, body: null }];
      return [first, second].map((lease) => journal.append("b", entries, { fence: lease?.fence }).kind);
    },
  },
  {
    name: "journal: a closed journal refuses, with a code",
    expected: "closed",
    actual: () => {
      const journal = memoryJournal();
      journal.close();
      try {
        return journal.append("b", []).kind;
      } catch (error) {
        return JournalError.isInstance(error) && error.code;
      }
    },
  },
];
