import type { NewEntry } from "./entry.js";
import type { AppendResult, Journal } from "./journal.js";

/**
 * What happens to one append: `fail` stores nothing and throws, `lose_answer` stores and throws, `hang` stores nothing and never answers.
 */
export type Fault = "fail" | "lose_answer" | "hang";

/** The error that a faulty journal throws: nobody knows whether the entries are stored. */
export class InjectedFault extends Error {
  readonly code = "injected_fault";
}

/** A journal whose appends fail as `plan` says; `append` counts from 1. */
export function faultyJournal(journal: Journal, plan: (append: number, entries: readonly NewEntry[]) => Fault | undefined): Journal {
  let count = 0;
  return {
    capabilities: journal.capabilities,
    read: (branchId, options) => journal.read(branchId, options),
    unsettled: (options) => journal.unsettled(options),
    acquire: (branchId, options) => journal.acquire(branchId, options),
    close: () => journal.close(),
    append(branchId, entries, options) {
      const fault = plan(++count, entries);
      if (fault === "fail") throw new InjectedFault("the append failed");
      if (fault === "hang") return new Promise<AppendResult>(() => {});
      const answer = journal.append(branchId, entries, options);
      if (fault === undefined) return answer;
      return Promise.resolve(answer).then(() => {
        throw new InjectedFault("the answer was lost");
      });
    },
  };
}
