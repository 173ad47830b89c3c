import type { Entry, Journal, Json } from "@acta/journal";
import { pretend, wrapJournal } from "./wrap-journal.js";

/** Deliberate faults, for the controls of the checks. */
export const brokenVariants = ["intent-not-stored", "unsafe-rerun", "settlement-lost", "decision-not-stored"] as const;
export type Broken = (typeof brokenVariants)[number];

export function brokenJournal(journal: Journal, broken: Broken | undefined): Journal {
  switch (broken) {
    case undefined:
      return journal;
    case "intent-not-stored":
      return forgetting(journal, "call.intended");
    case "settlement-lost":
      return forgetting(journal, "call.settled");
    case "decision-not-stored":
      return wrapJournal(forgetting(journal, "approval.decided"), { capabilities: { ...journal.capabilities, shared: false } });
    case "unsafe-rerun":
      return belittling(journal);
  }
}

/** Acknowledges entries of a kind, and stores none. */
function forgetting(journal: Journal, kind: string): Journal {
  return wrapJournal(journal, {
    append: (branchId, entries, options) =>
      entries.some((entry) => entry.kind === kind) ? pretend(branchId, entries) : journal.append(branchId, entries, options),
  });
}

/** Tells who reads it that every effect may be repeated. */
function belittling(journal: Journal): Journal {
  return wrapJournal(journal, {
    async read(branchId, options) {
      const page = await journal.read(branchId, options);
      return { ...page, entries: page.entries.map(belittled) };
    },
  });
}

function belittled(entry: Entry): Entry {
  if (entry.kind !== "call.intended") return entry;
  return { ...entry, body: { ...(entry.body as { readonly [key: string]: Json }), effect: "idempotent" } };
}
