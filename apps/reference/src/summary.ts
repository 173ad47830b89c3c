import type { Branch, OutcomeKind } from "@acta/branch";
import type { Journal } from "@acta/journal";
import type { CallRow } from "./call-row.js";

/** Every way in which a call can end, in the order in which totals are written. */
export const outcomeKinds = [
  "succeeded",
  "failed",
  "rejected",
  "denied",
  "escalated",
  "deferred",
  "cancelled",
  "timed_out",
  "ambiguous",
  "skipped",
] as const satisfies readonly OutcomeKind[];

/** What a run, or a dry run, comes to. */
export interface Summary {
  readonly calls: number;
  /** Request and response messages in the history; none in a dry run. */
  readonly requests: number;
  readonly responses: number;
  /** Approvals that are waited for. */
  readonly pending: number;
  readonly outcomes: Readonly<Record<OutcomeKind, number>>;
  /** Path of the record; null in a dry run, which has none. */
  readonly record: string | null;
}

export function countOutcomes(rows: readonly CallRow[]): Summary["outcomes"] {
  const count = (kind: OutcomeKind) => rows.filter(({ outcome }) => outcome?.kind === kind).length;
  return Object.fromEntries(outcomeKinds.map((kind) => [kind, count(kind)])) as Record<OutcomeKind, number>;
}

export async function summarize(
  { branch, journal, record }: { readonly branch: Branch; readonly journal: Journal; readonly record: string },
  rows: readonly CallRow[],
): Promise<Summary> {
  const count = (kind: string) => branch.messages.messages.filter((message) => message.kind === kind).length;
  return {
    calls: rows.length,
    requests: count("action_request"),
    responses: count("action_response"),
    pending: await countApprovals(journal),
    outcomes: countOutcomes(rows),
    record,
  };
}

async function countApprovals(journal: Journal): Promise<number> {
  let count = 0;
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<Journal["unsettled"]>> = await journal.unsettled({ kind: "approval.requested", after });
    count += page.entries.length;
    after = page.next;
  }
  return count;
}
